import { expect, test } from "vitest";
import { LONGEST_LINE } from "../../ports/scripts/door.ts";
import { hideInLines, hiding } from "./hideSecrets.ts";

const KEY = 'line one\r\nline "two" é & more';
const hide = hiding({
  secrets: { KEY, LONGER: "abcdefgh-and-more", SHORT: "short" },
  deeper: [["abcdefgh"]],
});

test.each([
  ["as it is", `no ${KEY}!`, "no [secret]!"],
  ["as logs show it", 'no line one\uFFFD\nline "two" é & more!', "no [secret]!"],
  ["in JSON", JSON.stringify({ error: KEY }), '{"error":"[secret]"}'],
  ["in an address", `https://a.test/?key=${encodeURIComponent(KEY)}&b=c`, "https://a.test/?key=[secret]&b=c"],
  ["in a query as forms write it", `?${new URLSearchParams({ key: KEY })}`, "?key=[secret]"],
  ["one that is a part of another", "abcdefgh-and-more, abcdefgh", "[secret], [secret]"],
  ["words that are too short to be one", "short lines", "short lines"],
])("a secret is hidden %s", (_, said, shown) => expect(hide(said)).toBe(shown));

test("where a text was cut off, so is the secret that its end began", () => {
  expect(hide("the abcdefgh-and")).toBe("the [secret]-and");
  expect(hide(`no ${KEY.slice(0, 12)}`, true)).toBe("no [secret]");
  // In the middle of a character.
  const bytes = Buffer.from(`no ${KEY}`);
  const cut = bytes.subarray(0, bytes.indexOf("é") + 1).toString();
  expect(hide(cut, true)).toBe("no [secret]");
  const message = "x".repeat(LONGEST_LINE - 7) + KEY.slice(0, 7);
  expect(hideInLines(hide, [{ at: 1, level: "info", message }])).toEqual([
    { at: 1, level: "info", message: `${"x".repeat(LONGEST_LINE - 7)}[secret]` },
  ]);
});
