import { expect, test } from "vitest";
import { again } from "./again.ts";

test("an answer is made once of the very same things, and anew when one of them is another", async () => {
  let made = 0;
  const make = () => ({ status: 200, body: { made: ++made } });
  const [row, rights, sites] = [{ id: "s" }, { view: true }, ["a"]];
  const first = await again("getThing", [row, rights, sites], make);
  expect(first).toEqual({ status: 200, body: { made: 1 }, repeats: true });
  // The same object: what it is written as lies beside it.
  expect(await again("getThing", [row, rights, sites], make)).toBe(first);
  expect((await again("getThing", [row, rights, ["a"]], make)).body.made).toBe(2);
  expect((await again("getThing", [{ ...row }, rights, sites], make)).body.made).toBe(3);
  expect((await again("listThings", [row, rights, sites], make)).body.made).toBe(4);
  expect((await again("getThing", [sites, rights, row], make)).body.made).toBe(5);
  expect(await again("getThing", [row, rights, sites], make)).toBe(first);
});

test("what fails is told and made again", async () => {
  const row = {};
  await expect(again("getThing", [row], () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect((await again("getThing", [row], () => ({ status: 200 }))).status).toBe(200);
});
