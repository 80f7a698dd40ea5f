;; Celsius to Fahrenheit: reads one number and writes another one, with at most six decimals.
(module
  ;;@include ../json/json.wat
  (data (i32.const 1024) "\22celsius\22:")
  (data (i32.const 1056) "there is no number 'celsius'")

  (func $is_digit (param $byte i32) (result i32)
    (i32.lt_u (i32.sub (local.get $byte) (i32.const 48)) (i32.const 10)))

  ;; Read a JSON number.
  (func $number (param $at i32) (result f64)
    (local $value f64) (local $scale f64) (local $negative i32) (local $power i32) (local $down i32) (local $byte i32)
    (local.set $scale (f64.const 1))
    (if (i32.eq (i32.load8_u (local.get $at)) (i32.const 45))
      (then (local.set $negative (i32.const 1)) (local.set $at (i32.add (local.get $at) (i32.const 1)))))
    (loop $whole
      (local.set $byte (i32.load8_u (local.get $at)))
      (if (call $is_digit (local.get $byte))
        (then
          (local.set $value
            (f64.add (f64.mul (local.get $value) (f64.const 10))
              (f64.convert_i32_u (i32.sub (local.get $byte) (i32.const 48)))))
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br $whole))))
    (if (i32.eq (local.get $byte) (i32.const 46))
      (then
        (loop $fraction
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (local.set $byte (i32.load8_u (local.get $at)))
          (if (call $is_digit (local.get $byte))
            (then
              (local.set $value
                (f64.add (f64.mul (local.get $value) (f64.const 10))
                  (f64.convert_i32_u (i32.sub (local.get $byte) (i32.const 48)))))
              (local.set $scale (f64.mul (local.get $scale) (f64.const 10)))
              (br $fraction))))))
    (local.set $value (f64.div (local.get $value) (local.get $scale)))
    (if (i32.eq (i32.or (local.get $byte) (i32.const 32)) (i32.const 101)) ;; an exponent
      (then
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (local.set $byte (i32.load8_u (local.get $at)))
        (local.set $down (i32.eq (local.get $byte) (i32.const 45)))
        (if (i32.or (local.get $down) (i32.eq (local.get $byte) (i32.const 43)))
          (then (local.set $at (i32.add (local.get $at) (i32.const 1)))))
        (loop $digits
          (local.set $byte (i32.load8_u (local.get $at)))
          (if (call $is_digit (local.get $byte))
            (then
              (local.set $power
                (i32.add (i32.mul (local.get $power) (i32.const 10)) (i32.sub (local.get $byte) (i32.const 48))))
              (local.set $at (i32.add (local.get $at) (i32.const 1)))
              (br $digits))))
        (loop $raise
          (if (local.get $power)
            (then
              (local.set $value
                (select (f64.div (local.get $value) (f64.const 10)) (f64.mul (local.get $value) (f64.const 10))
                  (local.get $down)))
              (local.set $power (i32.sub (local.get $power) (i32.const 1)))
              (br $raise))))))
    (select (f64.neg (local.get $value)) (local.get $value) (local.get $negative)))

  (func $put_digits (param $value i64)
    (if (i64.ge_u (local.get $value) (i64.const 10))
      (then (call $put_digits (i64.div_u (local.get $value) (i64.const 10)))))
    (call $put_byte (i32.add (i32.const 48) (i32.wrap_i64 (i64.rem_u (local.get $value) (i64.const 10))))))

  ;; Write a number with at most six decimals.
  (func $put_number (param $value f64)
    (local $millionths i64) (local $rest i64) (local $step i64)
    (if (f64.lt (local.get $value) (f64.const 0))
      (then (call $put_byte (i32.const 45)) (local.set $value (f64.neg (local.get $value)))))
    (local.set $millionths (i64.trunc_f64_u (f64.nearest (f64.mul (local.get $value) (f64.const 1000000)))))
    (call $put_digits (i64.div_u (local.get $millionths) (i64.const 1000000)))
    (local.set $rest (i64.rem_u (local.get $millionths) (i64.const 1000000)))
    (if (i64.ne (local.get $rest) (i64.const 0))
      (then
        (call $put_byte (i32.const 46))
        (local.set $step (i64.const 100000))
        (loop $next
          (call $put_byte (i32.add (i32.const 48) (i32.wrap_i64 (i64.div_u (local.get $rest) (local.get $step)))))
          (local.set $rest (i64.rem_u (local.get $rest) (local.get $step)))
          (local.set $step (i64.div_u (local.get $step) (i64.const 10)))
          (br_if $next (i64.ne (local.get $rest) (i64.const 0)))))))

  (func (export "_start")
    (local $at i32)
    (call $read_request)
    (local.set $at (call $value_of (i32.const 1024) (i32.const 10)))
    (if (i32.eqz (local.get $at)) (then (call $fail (i32.const 1056) (i32.const 28))))
    (call $put_number
      (f64.add (f64.div (f64.mul (call $number (local.get $at)) (f64.const 9)) (f64.const 5)) (f64.const 32)))
    (call $write_result)))
