import { describe, expect, it } from "vitest";

import { dictionaryOf } from "./dictionaries";
import { en } from "./en";
import { first as firstEnglish } from "./en/first";
import { formatsOf } from "./format";
import { i18nOf, type Key, pickLocale } from "./index";
import { fill, isPlural, type Phrase } from "./phrases";
import { ptBR } from "./pt-BR";
import { first as firstPortuguese } from "./pt-BR/first";
import { ROOM_NAMES, ROOMS } from "./rooms";

const dictionaries: Readonly<Record<string, Readonly<Record<Key, Phrase>>>> = { en, "pt-BR": ptBR };

const namesIn = (phrase: Phrase): readonly string[] => {
  const texts = isPlural(phrase) ? [phrase.one, phrase.other] : [phrase];
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "")))].sort();
};

describe("the dictionaries", () => {
  it("have the same keys", () => {
    expect(Object.keys(ptBR).sort()).toEqual(Object.keys(en).sort());
  });

  it("consist of the first words and those of each room, every word in one place", async () => {
    const firsts = { en: firstEnglish, "pt-BR": firstPortuguese };
    for (const locale of ["en", "pt-BR"] as const) {
      const rooms = await Promise.all(ROOM_NAMES.map((room) => ROOMS[room][locale]()));
      const keys = [firsts[locale], ...rooms].flatMap((words) => Object.keys(words));
      expect(keys.sort()).toEqual(Object.keys(en).sort());
      expect(dictionaryOf(locale).phrases, "once every room was entered").toEqual(dictionaries[locale]);
    }
  });

  it("use the same variables, and plurals in the same places", () => {
    const differing = (Object.keys(en) as Key[]).filter((key) => {
      const [english, portuguese]: [Phrase, Phrase] = [en[key], ptBR[key]];
      const same = isPlural(english) === isPlural(portuguese);
      return !same || (!isPlural(english) && namesIn(english).join() !== namesIn(portuguese).join());
    });
    expect(differing).toEqual([]);
  });

  it("have no empty or unfinished words", () => {
    for (const [language, dictionary] of Object.entries(dictionaries)) {
      for (const [key, phrase] of Object.entries(dictionary)) {
        const texts = isPlural(phrase) ? [phrase.one, phrase.other] : [phrase];
        for (const text of texts) {
          expect(text.trim(), `${language} ${key}`).toBe(text);
          expect(text, `${language} ${key}`).not.toMatch(/^$|TODO|XXX/);
        }
      }
    }
  });
});

describe("phrases", () => {
  it("choose the form by the language's own rule", () => {
    const phrase = { zero: "nada", one: "{count} coisa", other: "{count} coisas" };
    expect([0, 1, 2, 1_500].map((count) => fill(phrase, "pt-BR", { count }))).toEqual([
      "nada",
      "1 coisa",
      "2 coisas",
      "1.500 coisas",
    ]);
    const english = { one: "{count} thing", other: "{count} things" };
    expect([0, 1, 2].map((count) => fill(english, "en", { count }))).toEqual(["0 things", "1 thing", "2 things"]);
  });

  it("leave words that look like variables of a value alone", () => {
    expect(fill("Hello, {name}", "en", { name: "{count} $& {name}" })).toBe("Hello, {count} $& {name}");
  });

  it("are said in the language asked for", () => {
    expect(i18nOf("pt-BR").t("home.summary.waiting", { count: 2 })).toBe("2 coisas esperam por você.");
    expect(i18nOf("en").t("home.summary.waiting", { count: 1 })).toBe("One thing waits for you.");
  });
});

describe("the language", () => {
  it("is the first of the browser's that we speak, else English", () => {
    expect(pickLocale(["pt-PT", "en"])).toBe("pt-BR");
    expect(pickLocale(["fr-FR", "pt"])).toBe("pt-BR");
    expect(pickLocale(["en-GB"])).toBe("en");
    expect(pickLocale(["ja", "de"])).toBe("en");
    expect(pickLocale([])).toBe("en");
  });
});

describe("formats", () => {
  const plain = (text: string) => text.replace(/\s/g, " ");

  it("write numbers, money and sizes as the language does", () => {
    expect(formatsOf("en").number(8_192)).toBe("8,192");
    expect(formatsOf("pt-BR").number(8_192)).toBe("8.192");
    expect(plain(formatsOf("en").money(1.5))).toBe("$1.50");
    expect(plain(formatsOf("en").money(0.00123))).toBe("$0.0012");
    expect(plain(formatsOf("pt-BR").money(1.5))).toBe("US$ 1,50");
    expect([0, 999, 1_000, 3_400_000].map((size) => formatsOf("en").bytes(size))).toEqual(["0 B", "999 B", "1 kB", "3.4 MB"]);
  });

  it("write durations with as much detail as they deserve", () => {
    const { duration } = formatsOf("en");
    expect([40, 1_240, 42_900, 185_000, 3_725_000].map(duration)).toEqual([
      "40 ms",
      "1.2 s",
      "42 s",
      "3 min 5 s",
      "1 h 2 min",
    ]);
    expect(formatsOf("pt-BR").duration(1_240)).toBe("1,2 s");
  });

  it("write a time of day as the language does", () => {
    const [morning, evening] = ["2026-01-10T07:00:05Z", "2026-01-10T19:30:00Z"];
    expect([morning, evening].map((iso) => plain(formatsOf("en").time(iso, "UTC")))).toEqual(["7:00 AM", "7:30 PM"]);
    expect([morning, evening].map((iso) => formatsOf("pt-BR").time(iso, "UTC"))).toEqual(["07:00", "19:30"]);
  });

  it("say how long ago something was", () => {
    const now = Date.parse("2026-01-10T12:00:00Z");
    const { ago } = formatsOf("en");
    expect(ago("2026-01-10T11:59:50Z", now)).toBe("now");
    expect(ago("2026-01-10T11:55:00Z", now)).toBe("5 minutes ago");
    expect(ago("2026-01-10T09:00:00Z", now)).toBe("3 hours ago");
    expect(ago("2026-01-09T11:00:00Z", now)).toBe("yesterday");
    expect(ago("2025-12-01T12:00:00Z", now)).toBe("Dec 1, 2025");
    expect(formatsOf("pt-BR").ago("2026-01-10T11:55:00Z", now)).toBe("há 5 minutos");
  });
});
