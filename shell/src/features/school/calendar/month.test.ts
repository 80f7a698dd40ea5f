import { expect, test } from "vitest";

import type { SchoolEventoNoDia } from "@/api";
import { addDays, byDay, daysBetween, isDay, onDay, stepOf, turned, weekOf, weeksOf } from "./month";

test("a month is shown in whole weeks from Sunday on", () => {
  const weeks = weeksOf("2026-11-16");
  expect(weeks.map(([first]) => first)).toEqual(["2026-11-01", "2026-11-08", "2026-11-15", "2026-11-22", "2026-11-29"]);
  expect(weeks.at(-1)?.at(-1)).toBe("2026-12-05");
  expect(weeksOf("2026-02-28")).toHaveLength(4);
  expect(weekOf("2026-11-16")[0]).toBe("2026-11-15");
});

test("days are counted over the ends of months and years, and clock changes do not move them", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
  expect(daysBetween("2026-10-20", "2026-11-03")).toBe(14);
  expect(turned("2026-01-31", "mes", 1)).toBe("2026-02-01");
  expect(turned("2026-01-31", "semana", -1)).toBe("2026-01-24");
});

test("what is no day is told apart", () => {
  expect([isDay("2026-11-16"), isDay("2026-13-01"), isDay("amanhã"), isDay(null)]).toEqual([true, false, false, false]);
});

test("events stand under their days by the hour, whole days first", () => {
  const at = (titulo: string, dia: string, hora_inicio: string | null) => ({ dia, evento: { titulo, hora_inicio } }) as SchoolEventoNoDia;
  const days = byDay([at("Prova", "2026-11-16", "10:00"), at("Feriado", "2026-11-16", null), at("Aula", "2026-11-17", "07:30"), at("Aula", "2026-11-16", "07:30")]);
  expect(days.get("2026-11-16")?.map(({ evento }) => evento.titulo)).toEqual(["Feriado", "Aula", "Prova"]);
  expect(days.get("2026-11-17")).toHaveLength(1);
});

test("arrows move by a day and by a week", () => {
  expect([stepOf("ArrowLeft"), stepOf("ArrowDown"), stepOf("Enter")]).toEqual([-1, 7, undefined]);
});

test("an event on its way is shown where it goes, and so are its repetitions, whatever was read in between", () => {
  const showing = (data: string, dia: string) => ({ dia, evento: { data } }) as SchoolEventoNoDia;
  expect(onDay(showing("2026-11-02", "2026-11-16"), "2026-11-03")).toEqual(showing("2026-11-03", "2026-11-17"));
  expect(onDay(onDay(showing("2026-11-24", "2026-11-24"), "2026-11-25"), "2026-11-24").dia).toBe("2026-11-24");
  const still = showing("2026-11-24", "2026-11-24");
  expect([onDay(still, undefined), onDay(still, "2026-11-24")]).toEqual([still, still]);
});
