import { expect, test } from "vitest";
import { expectModestGrowth } from "./cost.ts";

function turn(count: number): number {
  let sum = 0;
  for (let at = 0; at < count; at++) sum += at % 7;
  return sum;
}

test("work that grows with the square of its input is found, and work that grows with it isn't taken for it", async () => {
  await expectModestGrowth((share) => turn(share * 40_000_000));
  await expect(expectModestGrowth((share) => turn((share * 24_000) ** 2))).rejects.toThrow("to be less than");
});
