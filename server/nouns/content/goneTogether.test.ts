import { expect, test } from "vitest";
import type { Page } from "../../../engine/page.ts";
import { goneTogether } from "./goneTogether.ts";

const pagesOf = (tree: Readonly<Record<string, string | null>>) =>
  new Map(Object.entries(tree).map(([id, parent]) => [id, { id, parent } as Page]));

const told = (gone: ReadonlyMap<string, Page>, back: readonly string[] = []) =>
  [...goneTogether(gone, new Set(back))].map(({ page, pages }) => `${page.id} ${pages}`);

test("tells the topmost pages, with how many went with each", () => {
  const gone = pagesOf({ guide: null, linux: "guide", arch: "linux", mac: "guide", faq: "stays" });
  expect(told(gone)).toEqual(["guide 3", "faq 0"]);
});

test("what is back is told no more, and what was below it is told by itself", () => {
  const gone = pagesOf({ guide: null, linux: "guide", arch: "linux", mac: "guide" });
  expect(told(gone, ["guide"])).toEqual(["linux 1", "mac 0"]);
  expect(told(gone, ["linux"])).toEqual(["guide 1", "arch 0"]);
});

test("looks at each page once, however many are at the top", () => {
  let looks = 0;
  const page = (id: string) =>
    ({
      id,
      get parent() {
        looks++;
        return null;
      },
    }) as unknown as Page;
  const gone = new Map(Array.from({ length: 3000 }, (_, index) => [`p${index}`, page(`p${index}`)]));
  expect(told(gone)).toHaveLength(3000);
  expect(looks).toBe(3000);
});
