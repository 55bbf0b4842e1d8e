import { expect, test } from "vitest";
import { senderOf } from "./ownPage.ts";

const addresses = { app: "https://docs.example.com" };
const host = "docs.example.com";

test.each<[what: string, headers: Record<string, string>, sender: ReturnType<typeof senderOf>]>([
  ["a read by a page of ours", { "sec-fetch-site": "same-origin" }, "own"],
  [
    "a change by a page of ours",
    { "sec-fetch-site": "same-origin", origin: "https://docs.example.com" },
    "own",
  ],
  ["a change where the browser names no site", { origin: "https://docs.example.com" }, "own"],
  ["an address that was typed", { "sec-fetch-site": "none" }, "typed"],
  ["a program, or a browser over plain HTTP", {}, "unsaid"],
  ["a neighbour", { "sec-fetch-site": "same-site" }, "other"],
  [
    "a neighbour that names our origin",
    { "sec-fetch-site": "same-site", origin: "https://docs.example.com" },
    "other",
  ],
  ["a page of elsewhere", { "sec-fetch-site": "cross-site" }, "other"],
  ["what no browser says", { "sec-fetch-site": "whatever" }, "other"],
  ["another origin", { origin: "https://evil.example" }, "other"],
  [
    "another origin in our own words",
    { "sec-fetch-site": "same-origin", origin: "https://evil.example" },
    "other",
  ],
  ["no origin at all, as a sandbox has it", { "sec-fetch-site": "same-origin", origin: "null" }, "other"],
  ["another port", { origin: "https://docs.example.com:8443" }, "other"],
  ["a longer name", { origin: "https://docs.example.com.evil.example" }, "other"],
])("%s", (_, headers, sender) => {
  expect(senderOf({ headers, host }, addresses)).toBe(sender);
});

test("who reaches us by another name is at the host that is asked, and at the one of the settings", () => {
  const local = { headers: { origin: "http://localhost:4000" }, host: "localhost:4000" };
  expect([senderOf(local), senderOf(local, addresses)]).toEqual(["own", "own"]);
  const named = { headers: { origin: addresses.app }, host: "localhost:4000" };
  expect([senderOf(named), senderOf(named, addresses)]).toEqual(["other", "own"]);
});
