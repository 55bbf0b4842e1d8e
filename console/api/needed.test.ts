import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { isBehind } from "./needed.ts";

const NEEDED = { options: { throwOnError: () => false } };
const query = (state: object, observers: readonly object[] = [NEEDED]) =>
  ({ state: { status: "error", data: 1, error: new Error("away"), ...state }, observers }) as never;

test.each([
  ["was read before and can't be read now", query({}), true],
  ["was never read", query({ data: undefined }), false],
  ["was read again", query({ status: "success", error: null }), false],
  ["nobody looks at", query({}, []), false],
  ["shows its failures itself", query({}, [{ options: { throwOnError: false } }]), false],
  ["isn't asked for any more", query({}, [{ options: { enabled: false } }]), false],
])("of what %s", (_name, given, expected) => {
  expect(isBehind(given)).toBe(expected);
});

test("no screen goes for a failed read by a rule of its own", async () => {
  const root = new URL("../", import.meta.url);
  const own: string[] = [];
  for (const name of await readdir(root, { recursive: true })) {
    if (!/\.tsx?$/.test(name) || /(?:api\/needed\.(?:test\.)?|screens\/App\.)tsx?$/.test(name)) continue;
    const text = await readFile(new URL(name, root), "utf8");
    if (/throwOnError(?!: false)/.test(text)) own.push(name);
  }
  expect(own).toEqual([]);
});
