import { expect, test } from "vitest";
import { openPace } from "./pace.ts";

test("a pause is due once its slice is over, and lets others have their turn", async () => {
  const never = openPace(60_000);
  expect(never()).toBeUndefined();
  const always = openPace(0);
  let othersRan = false;
  setImmediate(() => (othersRan = true));
  await always();
  expect(othersRan).toBe(true);
});
