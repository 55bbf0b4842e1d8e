import { expect, test } from "vitest";
import { InvalidInput } from "../../sdk/src/index.ts";
import { faultsOf, isSaid } from "./faults.ts";

const refusal = (...paths: readonly string[]) => {
  const details = paths.map((path) => ({ path, message: "must be shorter" }));
  return new InvalidInput(400, "No.", { body: { error: { message: "No.", type: "invalid", details } } });
};

test("a refusal is said by its fields once each of them has said its part", () => {
  const error = refusal("/title", "/slug", "/slug/0");
  const faults = faultsOf(error, ["title", "slug"]);
  expect(isSaid(error)).toBe(false);
  expect(faults.of("title")).toBe("Must be shorter.");
  // A field that is wrong for another reason says nothing of this one.
  expect([faults.of("description"), isSaid(error)]).toEqual([undefined, false]);
  expect([faults.of("slug"), isSaid(error)]).toEqual(["Must be shorter.", true]);
});

test("fields inside of what is sent are told apart", () => {
  const error = refusal("/changes/0/slug", "/changes/0/title");
  const faults = faultsOf(error, ["changes/0/title"]);
  expect([faults.of("changes/0/title"), isSaid(error)]).toEqual(["Must be shorter.", false]);
});

test("what names no field is said by none", () => {
  expect([isSaid(refusal()), isSaid(new Error("No."))]).toEqual([false, false]);
});
