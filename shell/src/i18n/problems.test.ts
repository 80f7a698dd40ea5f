import { beforeEach, describe, expect, it } from "vitest";

import { i18nOf, useLocale } from ".";
import { findingOf, hintOf, messageOf, quoted } from "./problems";

const portuguese = i18nOf("pt-BR").t;
const english = i18nOf("en").t;
const MISSING = { code: "not_found", message: "There is no project 'aula 7A'", hint: "Look at the list." };

beforeEach(() => useLocale.setState({ locale: "pt-BR" }));

describe("a problem", () => {
  it("is told in the person's language, with the thing it names", () => {
    expect(messageOf(MISSING, portuguese)).toBe("“aula 7A” não existe.");
    expect(hintOf(MISSING, portuguese)).toBe("Confira o nome; talvez tenha sido apagado ou renomeado.");
  });

  it("is in the server's own words in English", () => {
    useLocale.setState({ locale: "en" });
    expect(messageOf(MISSING, english)).toBe("There is no project 'aula 7A'");
    expect(hintOf(MISSING, english)).toBe("Look at the list.");
  });

  it("of a broad kind keeps the server's words beside it", () => {
    expect(messageOf({ code: "invalid", message: "The name is empty." }, portuguese)).toBe(
      "Não dá para entender isto como está. (The name is empty.)",
    );
  });

  it("with an unknown code speaks for itself", () => {
    const unheard = { code: "constructor", message: "Something new.", hint: "Do this." };
    expect([messageOf(unheard, portuguese), hintOf(unheard, portuguese)]).toEqual(["Something new.", "Do this."]);
  });
});

describe("the name in a message", () => {
  it("stands in quotes, as Python writes them", () => {
    expect(quoted("There is no 'x'")).toBe("x");
    expect(quoted('There is no "it\'s"')).toBe("it's");
    expect(quoted("It doesn't name anything")).toBeNull();
    expect(quoted("")).toBeNull();
  });
});

describe("what is wrong with a workflow", () => {
  const finding = { code: "unknown_step", message: "'write' waits for 'fro', which does not exist", hint: "Use the id of a step." };

  it("is told in the person's language, by codes of its own or those of problems", () => {
    expect(findingOf(finding, portuguese)).toEqual({ message: "“write” espera por um passo que não existe.", hint: "Use o id de um passo." });
    expect(findingOf(MISSING, portuguese).message).toBe("“aula 7A” não existe.");
    const lacking = { code: "incomplete", field: "question", message: "'ask' has no question yet", hint: "Say what to ask." };
    expect(findingOf(lacking, portuguese)).toEqual({ message: "“ask” ainda não tem pergunta.", hint: "Diga o que perguntar." });
    useLocale.setState({ locale: "en" });
    expect(findingOf(finding, english)).toEqual({ message: finding.message, hint: finding.hint });
  });
});
