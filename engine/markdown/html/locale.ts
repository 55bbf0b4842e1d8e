/** Numbers and dates the way a locale writes them. */

/** Takes a BCP 47 tag; gives it back when it can be used, "en" otherwise. */
export function knownLocale(locale: string | undefined): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale ?? "en")[0] ?? "en";
  } catch {
    return "en"; // Not a tag at all.
  }
}

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** Writes a number of bytes: "1.2 MB". */
export function formatSize(bytes: number, locale: string): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const options = { style: "unit", unit: UNITS[power], maximumFractionDigits: power === 0 ? 0 : 1 } as const;
  return new Intl.NumberFormat(locale, options).format(bytes / 1000 ** power);
}

// Making a formatter takes longer than using it a hundred times; locales are few.
const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** Writes the day in UTC of a time in milliseconds: "March 1, 2026". What is no tag of a locale writes ISO. */
export function formatDay(time: number, locale: string): string {
  let format = dayFormats.get(locale);
  if (format === undefined) {
    try {
      format = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
    } catch {
      return new Date(time).toISOString().slice(0, 10);
    }
    dayFormats.set(locale, format);
  }
  return format.format(time);
}
