import { expect, test } from "vitest";
import { printPages } from "./print.ts";
import type { PrintedNode } from "./printed.ts";

/** What an engine's page prints, without what it needs of a document. */
function printed(title: string, html: string) {
  const page = { title, depth: 0, isGroup: false, href: "/a", html };
  const none = () => undefined;
  return printPages([page], { paper: "a4", imageOf: none, farOf: none, addressOf: none }).pages[0];
}

const dirOf = (node: PrintedNode | undefined) => (typeof node === "object" ? node["dir"] : undefined);

test("titles, paragraphs, lists and cells have the direction of their own first letter", () => {
  expect(printed("دليل API", "")?.dir).toBe("rtl");
  expect(printed("API دليل", "")?.dir).toBeUndefined();
  const body = printed(
    "",
    "<p>שלום, world</p><p>World, שלום</p><ul><li>1. أول</li></ul><ol><li>One</li></ol>",
  )?.body;
  expect(body?.map(dirOf)).toEqual(["rtl", undefined, "rtl", undefined]);
  const [table] = printed("", "<table><tr><td>قيمة</td><td>Value</td><td></td></tr></table>")?.body ?? [];
  const rows = typeof table === "object" ? (table["rows"] as PrintedNode[][]) : [];
  expect(rows[0]?.map(dirOf)).toEqual(["rtl", undefined, undefined]);
});
