/** The documentation's example, run as it is printed. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { useWorld } from "../../test/harness.ts";

const world = useWorld();

/** A line of the shell: a variable that takes a field of the answer, who asks, the method, the path and the body. */
const COMMAND =
  /^(?:\w+=\$\()?(?:api|curl -sS -H "Authorization: Bearer \$(\w+)") (?:-X (\w+) )?\$LECTERN([^\s)]+)(?: --data '([^']*)')?(?: \| field \w+\))?$/gm;

test("every command of the page does what it says", async () => {
  const page = readFileSync(new URL("../../../docs/api/integrations.md", import.meta.url), "utf8")
    .replaceAll(/ *\\\n */g, " ")
    .replaceAll(/'\$(\w+)'/g, "$$$1");
  const admin = await world().addPerson("ada", "admin");
  const known: Record<string, string> = { ORG: world().organization, TOKEN: admin.token };
  const filled = (text: string) => text.replaceAll(/\$(\w+)/g, (_, name: string) => known[name] ?? "");
  const statuses: string[] = [];
  for (const [line, asker = "TOKEN", method, path = "", data] of page.matchAll(COMMAND)) {
    const body: unknown = data === undefined ? undefined : JSON.parse(filled(data));
    const how = method ?? (body === undefined ? "GET" : "POST");
    const answer = await world().call(how, filled(path), { as: known[asker] ?? "", body });
    statuses.push(`${how} ${answer.status} ${answer.body.status ?? ""}`.trim());
    const [, variable, field] = /^(\w+)=.*field (\w+)\)$/s.exec(line) ?? [];
    if (variable !== undefined && field !== undefined) known[variable] = answer.body[field];
  }
  expect(statuses).toEqual([
    "POST 200",
    "POST 201 pending",
    "PATCH 200 active",
    "POST 201",
    "POST 201 active",
    "POST 200",
    "GET 200",
  ]);
});
