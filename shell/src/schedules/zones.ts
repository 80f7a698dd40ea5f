/** Clock times in time zones, by what the browser knows about them. Pure. */

const MINUTE = 60_000;
const DAY = 86_400_000;

/** The zone of this browser. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}

/** Every zone there is to choose: this browser's first, then UTC, then by name. */
export function zones(own = ownZone(), known = Intl.supportedValuesOf("timeZone")): readonly string[] {
  return [...new Set([own, "UTC", ...known])];
}

/** The place a zone is named after: `Sao Paulo` of `America/Sao_Paulo`. */
export function zoneName(zone: string): string {
  const place = zone.slice(zone.lastIndexOf("/") + 1);
  return place.replaceAll("_", " ");
}

/** How far a zone is from UTC at a moment: `UTC-3`, `UTC+5:30`. */
export function offsetName(zone: string, at: number): string {
  const minutes = offsetAt(at, zone);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return minutes === 0 ? "UTC" : `UTC${minutes < 0 ? "−" : "+"}${hours}${rest === 0 ? "" : `:${pad(rest)}`}`;
}

/** `2026-11-15`, as the calendar of a zone shows it. */
export function dateIn(iso: string, zone: string): string {
  return wall(Date.parse(iso), zone).toISOString().slice(0, 10);
}

/** `07:00`, as the clocks of a zone show it. */
export function timeIn(iso: string, zone: string): string {
  return wall(Date.parse(iso), zone).toISOString().slice(11, 16);
}

/** A day and a time of a zone's clocks as a moment with its offset; null when they are none. */
export function momentAt(date: string, time: string, zone: string): string | null {
  const shown = Date.parse(`${date}T${time}:00Z`);
  if (Number.isNaN(shown)) return null;
  const near = offsetAt(shown - offsetAt(shown, zone) * MINUTE, zone);
  // A time that clocks jump over is counted on from before the jump: it comes right after the gap.
  const exists = wall(shown - near * MINUTE, zone).getTime() === shown;
  const offset = exists ? near : offsetAt(shown - DAY, zone);
  const [sign, size] = [offset < 0 ? "-" : "+", Math.abs(offset)];
  return `${date}T${time}:00${sign}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

/** Minutes that a zone is ahead of UTC at a moment; a zone this browser does not know counts as UTC. */
function offsetAt(moment: number, zone: string): number {
  return Math.round((wall(moment, zone).getTime() - moment) / MINUTE);
}

/** The clocks of a zone at a moment, written as if they were UTC. */
function wall(moment: number, zone: string): Date {
  const whole = Math.floor(moment / MINUTE) * MINUTE;
  try {
    const parts = formatIn(zone).formatToParts(whole);
    const of = (name: string) => Number(parts.find(({ type }) => type === name)?.value);
    return new Date(Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute")) + (moment - whole));
  } catch {
    return new Date(moment);
  }
}

const built = new Map<string, Intl.DateTimeFormat>();

/** Building one is slow, and a picture asks for hundreds. */
function formatIn(zone: string): Intl.DateTimeFormat {
  const known = built.get(zone);
  if (known !== undefined) return known;
  const numeric = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" } as const;
  const fresh = new Intl.DateTimeFormat("en-u-ca-gregory", { timeZone: zone, hourCycle: "h23", ...numeric });
  built.set(zone, fresh);
  return fresh;
}

const pad = (value: number) => String(value).padStart(2, "0");
