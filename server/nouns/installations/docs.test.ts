/** The documentation's example, run as it is printed. */
import { expect, test } from "vitest";
import { useWorld } from "../../test/harness.ts";
import { runPrinted } from "../../test/printed.ts";

const world = useWorld();

test("every command of the page does what it says", async () => {
  const admin = await world().addPerson("ada", "admin");
  const known = { ORG: world().organization, TOKEN: admin.token };
  const ran = await runPrinted(world(), "api/integrations.md", known);
  expect(ran.map(({ said }) => said)).toEqual([
    "POST 200",
    "POST 201 pending",
    "PATCH 200 active",
    "POST 201",
    "POST 201 active",
    "POST 200",
    "GET 200",
  ]);
});
