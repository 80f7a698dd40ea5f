// CPF check, in Rust: the check digits of a Brazilian taxpayer number. Built with
// `rustc --target wasm32-wasip1 -O -C panic=abort -C strip=symbols -o plugin.wasm plugin.rs`.
// Needs no JSON library: the number is the only value with that key, and only its digits count.
use std::io::Read;

fn check_digit(digits: &[u32]) -> u32 {
    let sum: u32 = digits.iter().rev().zip(2..).map(|(digit, weight)| digit * weight).sum();
    (sum * 10) % 11 % 10
}

fn main() {
    let mut request = String::new();
    if std::io::stdin().read_to_string(&mut request).is_err() {
        eprintln!("the request is no text");
        std::process::exit(1);
    }
    let at = request.find("\"cpf\": \"").unwrap_or_else(|| {
        eprintln!("there is no number 'cpf'");
        std::process::exit(1);
    });
    let written = request[at + 8..].split('"').next().unwrap_or("");
    let digits: Vec<u32> = written.chars().filter_map(|each| each.to_digit(10)).collect();
    if digits.len() != 11 {
        println!("{{\"valid\": false, \"formatted\": \"\"}}");
        return;
    }
    let is_real = digits.iter().any(|digit| *digit != digits[0]);
    let fits = check_digit(&digits[..9]) == digits[9] && check_digit(&digits[..10]) == digits[10];
    let text: String = digits.iter().map(|digit| digit.to_string()).collect();
    let formatted = format!("{}.{}.{}-{}", &text[..3], &text[3..6], &text[6..9], &text[9..]);
    println!("{{\"valid\": {}, \"formatted\": \"{}\"}}", is_real && fits, formatted);
}
