import { describe, expect, test } from "vitest";
import { contentSecurityPolicy } from "./contentSecurityPolicy.ts";

describe("contentSecurityPolicy", () => {
  test.each([
    ["", ""],
    [" img-src  'self'  https: ;; FONT-SRC data: ", "img-src 'self' https:; font-src data:"],
    [
      { "connect-src": "https://api.example.com:8443/v1", sandbox: "" },
      "connect-src https://api.example.com:8443/v1; sandbox",
    ],
    ["script-src 'nonce-abc=' 'sha256-x+/='", "script-src 'nonce-abc=' 'sha256-x+/='"],
  ])("reads %j", (given, line) => {
    expect(contentSecurityPolicy(given)).toBe(line);
  });

  test.each([
    ["an unknown directive", "eat-src 'self'"],
    ["a directive twice", "img-src a; IMG-SRC b"],
    ["evaluation", { "script-src": "'unsafe-eval'" }],
    ["a keyword that is none", "img-src 'everything'"],
    ["another policy behind a comma", "img-src a, script-src b"],
    ["another directive in a value", { "img-src": "a; script-src b" }],
    ["a line break", { "img-src": "a\r\nset-cookie: b" }],
    ["a letter outside of ASCII", "img-src bücher.example"],
    ["a long one", { "img-src": "a".repeat(2048), "font-src": "b".repeat(2048) }],
  ])("refuses %s", (_, given) => {
    expect(() => contentSecurityPolicy(given as string)).toThrow("/contentSecurityPolicy");
  });
});
