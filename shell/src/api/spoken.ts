/** The language the page is in: what the server names in words of its own, it names in it. */
export function spoken(): "en" | "pt-BR" {
  return document.documentElement.lang === "pt-BR" ? "pt-BR" : "en";
}
