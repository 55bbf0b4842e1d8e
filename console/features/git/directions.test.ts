import { expect, test } from "vitest";
import { outgoingsFor } from "./directions.ts";

test("a site is offered no way by which something goes out as a pull request", () => {
  const ways = (isSite: boolean) => outgoingsFor(isSite).map(([way]) => way);
  expect(ways(false)).toEqual(["push", "push-or-pull-request", "pull-request", "off"]);
  expect(ways(true)).toEqual(["push", "off"]);
});
