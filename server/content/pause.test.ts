import { expect, test } from "vitest";
import { everySlice } from "./pause.ts";

test("a pause is due once its slice is over, and lets others run", async () => {
  const never = everySlice(60_000);
  expect(never()).toBeUndefined();
  const always = everySlice(0);
  let othersRan = false;
  setImmediate(() => (othersRan = true));
  await always();
  expect(othersRan).toBe(true);
});
