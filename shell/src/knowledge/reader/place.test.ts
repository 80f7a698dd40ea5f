import { expect, test } from "vitest";

import { litOn, readPlace, writePlace } from "./place";

test("a place comes back as it was written", () => {
  const place = { page: 3, start: 1200, end: 1480 };
  expect(readPlace(writePlace(place))).toEqual(place);
  expect(readPlace(writePlace({ ...place, version: 2 }))).toEqual({ ...place, version: 2 });
  expect(writePlace({ page: 2, start: null, end: null })).toBe("?page=2");
});

test("an address that makes no sense is the first page, unlit", () => {
  for (const search of ["", "?page=x&start=1", "?page=0&start=9&end=3", "?page=-1&start=a&end=b"]) {
    expect(readPlace(search)).toEqual({ page: 1, start: null, end: null });
  }
});

test("a passage over the end of a page is lit on both", () => {
  const place = { page: 1, start: 90, end: 130 };
  expect(litOn(place, { start: 0, length: 100 })).toEqual({ start: 90, end: 100 });
  expect(litOn(place, { start: 102, length: 80 })).toEqual({ start: 0, end: 28 });
  expect(litOn(place, { start: 200, length: 80 })).toBeNull();
  expect(litOn({ page: 1, start: null, end: null }, { start: 0, length: 9 })).toBeNull();
});
