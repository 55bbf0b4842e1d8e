/** Commands as the documentation prints them, run on the app of a test. */
import { readFileSync } from "node:fs";
import type { World } from "./harness.ts";

/** A line of the shell: a variable that takes a field of the answer, who asks, the method, the path and the body. */
const COMMAND =
  /^(?:\w+=\$\()?(?:api|curl -sS -H "Authorization: Bearer \$(\w+)") (?:-X (\w+) )?"?\$LECTERN([^\s)"]+)"?(?: --data '([^']*)')?(?: \| field \w+\))?$/gm;

interface Ran {
  /** Such as `POST 201 pending`: the method, the status, and the field `status` of the answer where it has one. */
  readonly said: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- a body is whatever the test asserts it to be
  readonly body: any;
}

/**
 * Runs the commands of a page of docs/ in their order. `known` are the shell's variables; commands add to it what they
 * assign. `between` is awaited after each.
 */
export async function runPrinted(
  world: World,
  page: string,
  known: Record<string, string>,
  between: () => Promise<unknown> = async () => undefined,
): Promise<Ran[]> {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), "utf8")
    .replaceAll(/ *\\\n */g, " ")
    .replaceAll(/'\$(\w+)'/g, "$$$1");
  const filled = (part: string) => part.replaceAll(/\$(\w+)/g, (_, name: string) => known[name] ?? "");
  const ran: Ran[] = [];
  for (const [line, asker = "TOKEN", method, path = "", data] of text.matchAll(COMMAND)) {
    const body: unknown = data === undefined ? undefined : JSON.parse(filled(data));
    const how = method ?? (body === undefined ? "GET" : "POST");
    const answer = await world.call(how, filled(path), { as: known[asker] ?? "", body });
    ran.push({ said: `${how} ${answer.status} ${answer.body?.status ?? ""}`.trim(), body: answer.body });
    const [, variable, field] = /^(\w+)=.*field (\w+)\)$/s.exec(line) ?? [];
    if (variable !== undefined && field !== undefined) known[variable] = answer.body[field];
    await between();
  }
  return ran;
}
