const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

const near = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const exact = new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short" });

/** How long ago, such as `3 hours ago`. @param now milliseconds */
export function ago(time: string, now: number = Date.now()): string {
  const seconds = Math.round((Date.parse(time) - now) / 1000);
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return near.format(Math.trunc(seconds / size), unit);
  }
  return "just now";
}

/** When, such as `November 29, 2026 at 12:34 PM`. */
export const exactly = (time: string): string => exact.format(Date.parse(time));

/** A time as people say it, with the exact one for who points at it. */
export function Time({ at, say }: { readonly at: string; readonly say: (when: string) => string }) {
  return (
    <time dateTime={at} title={exactly(at)}>
      {say(ago(at))}
    </time>
  );
}
