/** The `{% %}` tags of the dialect, as they are written. */

/** The value of an argument, between quotes it has not itself; a line end is a space. */
function quoted(value: string): string {
  const line = value.replace(/\s*\n\s*/g, " ");
  // A brace would end the tag for programs that don't read quotes; ours do.
  return `"${line.replace(/["\\]/g, "\\$&")}"`;
}

type Values = Readonly<Record<string, string | number | boolean | undefined>>;

/** `{% name key="value" %}`, without the keys that have no value. */
export function tag(name: string, values: Values = {}): string {
  const written = Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${quoted(String(value))}`],
  );
  return `{% ${[name, ...written].join(" ")} %}`;
}

/** `{% name "value" %}`. */
export function tagOf(name: string, value: string): string {
  return `{% ${name} ${quoted(value)} %}`;
}
