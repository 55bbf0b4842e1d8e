import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostnameOf, placeOf, segmentsOf, type SitesHosting } from "./place.ts";

const SHARED: SitesHosting = { hosts: ["localhost", "127.0.0.1"] };
const DOMAIN: SitesHosting = { domain: "docs.example", hosts: ["sites.example", "sites.docs.example"] };

describe("placeOf on the shared origin", () => {
  test.each([
    ["/", { kind: "root" }],
    ["/acme", { kind: "organization", organization: "acme" }],
    ["/acme/", { kind: "organization", organization: "acme" }],
    ["/acme/help", { kind: "site", organization: "acme", basename: "help", base: "/acme/help/", rest: [] }],
    [
      "/Acme/HELP/A/b/",
      { kind: "site", organization: "acme", basename: "help", base: "/acme/help/", rest: ["A", "b"] },
    ],
    [
      "/acme//help///a",
      { kind: "site", organization: "acme", basename: "help", base: "/acme/help/", rest: ["a"] },
    ],
    [
      "/acme/help/%E6%96%87",
      { kind: "site", organization: "acme", basename: "help", base: "/acme/help/", rest: ["文"] },
    ],
    [
      "/acme/help/a%2Fb",
      { kind: "site", organization: "acme", basename: "help", base: "/acme/help/", rest: ["a/b"] },
    ],
    ["/~/x", { kind: "malformed" }],
    ["/acme/he lp", { kind: "malformed" }],
    ["/acme/help/%", { kind: "malformed" }],
    ["/acme/help/%00", { kind: "malformed" }],
    ["/acme/help/%5C%5Cevil", { kind: "malformed" }],
    ["/acme/help/%2e%2e/x", { kind: "malformed" }],
    ["/acme/help/..", { kind: "malformed" }],
    [`/acme/help/${"a".repeat(5000)}`, { kind: "malformed" }],
  ])("%s", (path, expected) => {
    expect(placeOf(SHARED, "localhost:4001", path)).toEqual(expected);
  });

  test("another host is a site's own", () => {
    expect(placeOf(SHARED, "Docs.Acme.com:443", "/a")).toEqual({
      kind: "hostname",
      hostname: "docs.acme.com",
      base: "/",
      rest: ["a"],
    });
  });
});

describe("placeOf on a domain", () => {
  test.each([
    ["docs.example", "/", { kind: "root" }],
    ["acme.docs.example", "/", { kind: "organization", organization: "acme" }],
    [
      "acme.docs.example:8080",
      "/help/x",
      { kind: "site", organization: "acme", basename: "help", base: "/help/", rest: ["x"] },
    ],
    ["a.b.docs.example", "/help", { kind: "malformed" }],
    [
      "sites.example",
      "/Acme/help/a/b",
      { kind: "former", organization: "acme", basename: "help", rest: ["a", "b"] },
    ],
    ["docs.example", "/acme/help", { kind: "former", organization: "acme", basename: "help", rest: [] }],
    ["sites.example", "/acme", { kind: "root" }],
    ["sites.example", "/~/x", { kind: "root" }],
    // An organization's host comes before what was shared.
    [
      "sites.docs.example",
      "/help/x",
      { kind: "site", organization: "sites", basename: "help", base: "/help/", rest: ["x"] },
    ],
    ["evildocs.example", "/x", { kind: "hostname", hostname: "evildocs.example", base: "/", rest: ["x"] }],
  ])("%s %s", (host, path, expected) => {
    expect(placeOf(DOMAIN, host, path)).toEqual(expected);
  });
});

describe("hostnameOf", () => {
  test.each([
    ["example.com", "example.com"],
    ["EXAMPLE.com.:80", "example.com"],
    ["[::1]:4001", "[::1]"],
    ["exa mple", undefined],
    ["a/b", undefined],
    ["", undefined],
    ["user@example.com", undefined],
  ])("%s", (host, expected) => {
    expect(hostnameOf(host)).toBe(expected);
  });
});

test("no path makes it throw, and no segment can climb or hide a control character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.webPath(), (noise, path) => {
      for (const candidate of [`/${noise}`, `/${encodeURIComponent(noise.toWellFormed())}${path}`]) {
        for (const segment of segmentsOf(candidate) ?? []) {
          expect(segment).not.toMatch(/^\.{0,2}$/);
          expect(segment).not.toContain("\u0000");
          expect(segment).not.toContain("\\");
        }
      }
    }),
  );
});
