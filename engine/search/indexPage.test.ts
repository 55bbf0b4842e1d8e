import { describe, expect, test } from "vitest";
import { parse } from "../markdown/parse.ts";
import { isIndexPage } from "./indexPage.ts";

const isIndex = (text: string): boolean => isIndexPage(parse(text).document);
const times = (count: number, write: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => write(at)).join("\n");

describe("an index", () => {
  test.each([
    ["names pages in a list", times(60, (at) => `* [term ${at}](chapter-${at}.md#term)`)],
    ["says where, too", times(60, (at) => `* ABORT, [the command ABORT](sql/abort-${at}.md)`)],
    ["is a table", `| Term |\n| --- |\n${times(60, (at) => `| [term ${at}](/pages/p${at}) |`)}`],
    ["leads to other spaces", times(60, (at) => `* [term ${at}](/spaces/abc/pages/p${at})`)],
  ])("%s", (_, text) => {
    expect(isIndex(text)).toBe(true);
  });

  test.each([
    ["few links", times(59, (at) => `* [term ${at}](chapter-${at}.md)`)],
    ["what is said of each", times(60, (at) => `* [term ${at}](chapter-${at}.md): what it does, and when`)],
    ["links to elsewhere", times(60, (at) => `* [issue ${at}](https://example.com/${at})`)],
    ["its own headings", times(60, (at) => `* [term ${at}](#term-${at})`)],
    ["nothing", ""],
  ])("is not a page with %s", (_, text) => {
    expect(isIndex(text)).toBe(false);
  });
});
