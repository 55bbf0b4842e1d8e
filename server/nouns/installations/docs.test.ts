/** The documentation's example, run as it is printed. */
import { expect, test } from "vitest";
import { useWorld } from "../../test/harness.ts";
import { runOn } from "../../test/shellExamples.ts";

const world = useWorld();

test("every command of the page does what it says", async () => {
  const admin = await world().addPerson("ada", "admin");
  const ran = await runOn(world(), "api/integrations.md", { token: admin.token });
  expect(ran.map(({ said }) => said)).toEqual([
    "GET 200",
    "POST 200",
    "POST 201 pending",
    // Nothing runs scripts here.
    "PATCH 200 paused",
    "POST 201",
    "POST 201 paused",
    "GET 200",
    "POST 200",
    "GET 200",
  ]);
});
