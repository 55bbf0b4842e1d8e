import { describe, expect, test } from "vitest";
import { hashToken, newToken, tokenChecksumOk } from "./tokens.ts";

describe("API tokens", () => {
  test("have a prefix, 30 random characters and a checksum", () => {
    const tokens = Array.from({ length: 200 }, () => newToken());
    expect(tokens.every((token) => /^lct_[0-9A-Za-z]{36}$/.test(token))).toBe(true);
    expect(tokens.every(tokenChecksumOk)).toBe(true);
    expect(new Set(tokens).size).toBe(tokens.length);
  });

  test("come from the given source of randomness", () => {
    // The last six are the CRC-32 of thirty "0" characters, computed by another program.
    expect(newToken((size) => new Uint8Array(size))).toBe(`lct_${"0".repeat(30)}2C8GjS`);
  });

  test("any one changed character breaks the checksum", () => {
    const token = newToken();
    for (let at = 4; at < token.length; at++) {
      const other = token[at] === "a" ? "b" : "a";
      const changed = token.slice(0, at) + other + token.slice(at + 1);
      expect(tokenChecksumOk(changed), changed).toBe(false);
    }
  });

  test.each([
    "",
    "a-token-chosen-by-the-operator",
    "lct_short",
    `lct_${"a".repeat(35)}`,
    `lct_${"a".repeat(37)}`,
  ])("%j is of another form: worth a look-up", (text) => {
    expect(tokenChecksumOk(text)).toBe(true);
  });

  test("are stored as SHA-256", () => {
    expect(hashToken("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});
