import { expect, test } from "vitest";
import { SOURCE_MAX } from "../../../engine/redirectSource.ts";
import { readRedirects } from "./redirectRows.ts";

test("rows are read as paths and where they lead, and what can't be read is told with its row", () => {
  const text = [
    "source,destination",
    "/old,guides/install",
    "",
    '"/quoted","https://example.com/?a=1,2"',
    "/blog/*,https://blog.example.com/",
    "no-slash,guides",
    "/nowhere",
    "/script,javascript:alert(1)",
    "/OLD,other",
    "/start,/",
    `/${"x".repeat(SOURCE_MAX)},guides`,
  ].join("\r\n");
  expect(readRedirects(text, { id: "place", space: { id: "s1" } })).toEqual({
    good: [
      {
        line: 2,
        change: { source: "/old", destination: { kind: "path", spaceId: "s1", path: "guides/install" } },
      },
      {
        line: 4,
        change: { source: "/quoted", destination: { kind: "external", url: "https://example.com/?a=1,2" } },
      },
      {
        line: 5,
        change: {
          source: "/blog/*",
          destination: { kind: "external", url: "https://blog.example.com/" },
          captureWildcard: true,
        },
      },
      { line: 10, change: { source: "/start", destination: { kind: "site-space", siteSpaceId: "place" } } },
    ],
    bad: [
      { line: 6, why: "A path begins with / and has letters, digits and - . _ ~ + between its slashes." },
      { line: 7, why: "There is no comma with a destination behind it." },
      { line: 8, why: "That is not a valid address." },
      { line: 9, why: "Row 2 has the same path." },
      { line: 11, why: `A path has at most ${SOURCE_MAX.toLocaleString("en")} characters.` },
    ],
  });
});
