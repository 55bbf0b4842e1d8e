/** Code between fences that it has not itself, behind its info string. */
export function fenceOf(value: string, info: string): string {
  const mark = info.includes("`") ? "~" : "`";
  const runs = value.match(mark === "~" ? /~{3,}/g : /`{3,}/g) ?? [];
  const fence = mark.repeat(Math.max(3, ...runs.slice(0, 10_000).map((run) => run.length + 1)));
  const space = info === "" || /^\w/.test(info) ? "" : " ";
  return `${fence}${space}${info}\n${value}\n${fence}`;
}
