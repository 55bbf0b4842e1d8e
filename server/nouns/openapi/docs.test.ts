/** The documentation's example, run as it is printed. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { useWorld } from "../../test/harness.ts";

const world = useWorld();

test("every command of the page does what it says", async () => {
  const page = readFileSync(new URL("../../../docs/api/openapi.md", import.meta.url), "utf8");
  const editor = await world().addPerson("edda", "create");
  const COMMAND = /^api (?:-X (\w+) )?\$LECTERN(\S+)(?: --data '([^']*)')?$/gm;
  const statuses: string[] = [];
  const versions: string[] = [];
  for (const [, method, path = "", data] of page.matchAll(COMMAND)) {
    const body: unknown = data === undefined ? undefined : JSON.parse(data);
    const how = method ?? (body === undefined ? "GET" : "POST");
    const answer = await world().call(how, path.replace("$ORG", world().organization), { as: editor, body });
    statuses.push(`${how} ${answer.status}`);
    await world().runJobs();
    if (path.endsWith("/versions")) versions.push(String(answer.body.count));
    if (path.endsWith("/openapi/pet-store") && how === "GET")
      expect(answer.body).toMatchObject({ processingState: "complete" });
  }
  expect(statuses).toEqual([
    "POST 201",
    "GET 200",
    "PUT 200",
    "GET 200",
    "GET 200",
    "GET 200",
    "GET 200",
    "PATCH 200",
    "DELETE 205",
  ]);
  expect(versions).toEqual(["2"]);
});
