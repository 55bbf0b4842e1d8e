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
    [
      { "img-src": "https://a.example  https://b.example;", "font-src": "\n  fonts.example\n  data: ;\n" },
      "img-src https://a.example https://b.example; font-src fonts.example data:",
    ],
    ["script-src a.example\n  b.example;\nimg-src *;\n", "script-src a.example b.example; img-src *"],
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
    ["a zero byte", { "img-src": "a\u0000b" }],
    ["a directive behind the semicolon that ends a value", { "img-src": "a;; script-src b;" }],
    ["a letter outside of ASCII", "img-src bücher.example"],
    ["a long one", { "img-src": "a".repeat(2048), "font-src": "b".repeat(2048) }],
  ])("refuses %s", (_, given) => {
    expect(() => contentSecurityPolicy(given as string)).toThrow("/contentSecurityPolicy");
  });
});
