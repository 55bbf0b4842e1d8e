import { expect, test } from "vitest";
import { isUnfurled } from "./unfurl.ts";

test.each([
  ["https://charts.example.com/**", "https://charts.example.com/a/b?c=d#e", true],
  ["https://Charts.example.com/**", "https://charts.EXAMPLE.com/a", true],
  ["https://charts.example.com/**", "https://charts.example.com.evil.example/a", false],
  ["https://charts.example.com/**", "https://evil.example/https://charts.example.com/a", false],
  ["https://charts.example.com/**", "https://charts.example.com@evil.example/a", false],
  ["https://charts.example.com/**", "http://charts.example.com/a", false],
  ["*://charts.example.com/**", "http://charts.example.com/a", true],
  ["//charts.example.com/**", "http://charts.example.com/a", true],
  ["https://*.example.com/file/*", "https://www.example.com/file/12", true],
  ["https://*.example.com/file/*", "https://www.example.com/file/12/13", false],
  ["https://*.example.com/file/**", "https://www.example.com/file/12/13", true],
  ["https://*.example.com/file/*", "https://example.com/file/12", false],
  ["https://**.example.com/**", "https://a.b.example.com/", true],
  ["https://example.com", "https://example.com/anything", true],
  ["https://example.com/exact", "https://example.com/exact", true],
  ["https://example.com/exact", "https://example.com/exactly", false],
  ["https://example.com/**", "javascript:alert(1)", false],
  ["https://example.com/**", "no address", false],
  ["https://example.com/**", "https://example.com/a and what is nobody's business", false],
  ["https://example.com/**", "https://example.com/a\nfor May", false],
  ["https://example.com/**", `https://example.com/${"a".repeat(2100)}`, false],
  ["no pattern", "https://example.com/", false],
  ["**", "https://example.com/", false],
  ["https://(a+)+.example.com/**", "https://aaaa.example.com/", false],
])("%s means %s: %s", (pattern, address, isMeant) => {
  expect(isUnfurled(pattern, address)).toBe(isMeant);
});

test("a pattern of many stars takes no longer than its length times that of the address", () => {
  const pattern = `https://example.com/${"*a**b".repeat(400)}`;
  const begun = performance.now();
  expect(isUnfurled(pattern, `https://example.com/${"ab".repeat(1000)}!`)).toBe(false);
  expect(performance.now() - begun).toBeLessThan(15_000);
});
