import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openSecrets, SealBroken, secretProblem } from "./secrets.ts";
import { StartRefused } from "./start-refused.ts";

const FIRST = "first-b4f7d1c09ae34e6f8d25a07c3b91e6f2";
const SECOND = "second-90c3e8a7d45f4b1f8e62c7d0a19b35fe";
const runs = process.env["LECTERN_TEST_TIER"] === "full" ? 2000 : 100;

describe("secrets that must not be used", () => {
  test.each([
    ["", "too short"],
    ["tiny-one", "too short"],
    ["a".repeat(31), "too short"],
    ["a".repeat(64), "looks like a sample"],
    ["abababababababababababababababababab", "looks like a sample"],
    ["change-me-change-me-change-me-change-me", "looks like a sample"],
    ["CHANGEME-1f8b2c9d7e6a5f4c3b2a1908f7e6d5c4", "looks like a sample"],
    ["0123456789abcdef0123456789abcdef", "looks like a sample"],
    ["this is an example of a long enough secret", "looks like a sample"],
  ])("%j: %s", (secret, why) => {
    expect(secretProblem(secret)).toContain(why);
    expect(() => openSecrets(FIRST, [secret])).toThrow("LECTERN_FORMER_SECRETS");
    expect(() => openSecrets(secret)).toThrow(StartRefused);
    expect(() => openSecrets(FIRST, [secret])).toThrow(StartRefused);
    expect(secretProblem(secret)).not.toContain("\n");
    if (secret !== "") expect(secretProblem(secret)).not.toContain(secret);
  });

  test("a good one has no problem", () => {
    expect(secretProblem(FIRST)).toBeUndefined();
  });
});

describe("derived keys", () => {
  test("are 32 bytes, the same each time, and differ by purpose and by secret", () => {
    const secrets = openSecrets(FIRST);
    expect(secrets.deriveKeys("cursor")[0]).toHaveLength(32);
    expect(openSecrets(FIRST).deriveKeys("cursor")).toEqual(secrets.deriveKeys("cursor"));
    expect(secrets.deriveKeys("session")).not.toEqual(secrets.deriveKeys("cursor"));
    const other = openSecrets(SECOND).deriveKeys("cursor");
    expect(other).not.toEqual(secrets.deriveKeys("cursor"));
    expect(openSecrets(SECOND, [FIRST]).deriveKeys("cursor")).toEqual([
      ...other,
      ...secrets.deriveKeys("cursor"),
    ]);
  });

  test("stay what they were in the first release", () => {
    // If this fails, every sealed value and signature out there is lost: derive as before.
    expect(Buffer.from(openSecrets(FIRST).deriveKeys("cursor")[0]).toString("hex").slice(0, 16)).toBe(
      "c61e2db6c487b2a0",
    );
  });
});

describe("sealing", () => {
  const secrets = openSecrets(FIRST);

  test("opens to what was sealed, at its place only", () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string(), fc.string(), (plain, place, elsewhere) => {
        const sealed = secrets.seal(plain, place);
        expect(new Uint8Array(secrets.open(sealed, place))).toEqual(plain);
        if (elsewhere !== place) expect(() => secrets.open(sealed, elsewhere)).toThrow(SealBroken);
      }),
      { numRuns: runs },
    );
  });

  test("never looks the same twice and does not show the plain text", () => {
    const sealed = Array.from({ length: 100 }, () => secrets.seal("a planted canary", "users|token|1"));
    expect(new Set(sealed).size).toBe(100);
    expect(sealed.some((text) => Buffer.from(text.split(".")[2] ?? "", "base64url").includes("canary"))).toBe(
      false,
    );
  });

  test("a change of any character is noticed", () => {
    const sealed = secrets.seal("plain", "a|b|c");
    for (let at = 0; at < sealed.length; at++) {
      const changed = sealed.slice(0, at) + (sealed[at] === "A" ? "z" : "A") + sealed.slice(at + 1);
      // The last character may carry bits that decode to nothing; then the bytes are the same.
      if (Buffer.from(changed, "base64url").equals(Buffer.from(sealed, "base64url"))) continue;
      expect(() => secrets.open(changed, "a|b|c"), changed).toThrow(SealBroken);
    }
  });

  test.each(["", "plain", "s1.", "s1.00000000.AAAA", `s2.${"0".repeat(60)}`])(
    "%j was never sealed",
    (text) => {
      expect(() => secrets.open(text, "a|b|c")).toThrow(SealBroken);
    },
  );

  test("cut short is noticed", () => {
    const sealed = secrets.seal("plain", "a|b|c");
    for (let length = 0; length < sealed.length - 1; length++) {
      expect(() => secrets.open(sealed.slice(0, length), "a|b|c")).toThrow(SealBroken);
    }
  });

  test("a former secret still opens what it sealed; what is sealed names its secret", () => {
    const sealed = secrets.seal("plain", "a|b|c");
    const rotated = openSecrets(SECOND, [FIRST]);
    expect(Buffer.from(rotated.open(sealed, "a|b|c")).toString()).toBe("plain");
    expect(sealed.split(".")[1]).toBe(openSecrets(FIRST).id);
    expect(rotated.seal("plain", "a|b|c").split(".")[1]).toBe(rotated.id);
    expect([FIRST, SECOND].map((each) => rotated.has(openSecrets(each).id))).toEqual([true, true]);
    expect(secrets.has(rotated.id)).toBe(false);
    expect(() => openSecrets(SECOND).open(sealed, "a|b|c")).toThrow(SealBroken);
  });
});

describe("signing", () => {
  const secrets = openSecrets(FIRST);

  test("holds for this data and purpose only", () => {
    const signature = secrets.sign("cursor", "data");
    expect(signature).toMatch(/^[\w-]{43}$/);
    expect(secrets.verify("cursor", "data", signature)).toBe(true);
    expect(secrets.verify("cursor", Buffer.from("data"), signature)).toBe(true);
    expect(secrets.verify("cursor", "dat", signature)).toBe(false);
    expect(secrets.verify("session", "data", signature)).toBe(false);
    expect(openSecrets(SECOND).verify("cursor", "data", signature)).toBe(false);
    expect(openSecrets(SECOND, [FIRST]).verify("cursor", "data", signature)).toBe(true);
  });

  test("cut short holds at that length and at no other", () => {
    const start = secrets.sign("file", "data").slice(0, 22);
    expect(secrets.verifyStart("file", "data", start, 22)).toBe(true);
    expect(openSecrets(SECOND, [FIRST]).verifyStart("file", "data", start, 22)).toBe(true);
    expect(openSecrets(SECOND).verifyStart("file", "data", start, 22)).toBe(false);
    expect(secrets.verifyStart("file", "dat", start, 22)).toBe(false);
    for (const given of ["", start.slice(1), start.slice(0, -1), `${start}A`, "é".repeat(11)])
      expect(secrets.verifyStart("file", "data", given, 22), given).toBe(false);
  });

  test("every change of the signature, and every second spelling of it, is refused", () => {
    const signature = secrets.sign("cursor", "data");
    const changed = Array.from(signature, (letter, at) => {
      return signature.slice(0, at) + (letter === "A" ? "B" : "A") + signature.slice(at + 1);
    });
    const spelled = [
      `${signature}=`,
      `${signature} `,
      ` ${signature}`,
      signature.slice(0, -1),
      `${signature}A`,
      "",
    ];
    for (const text of [...changed, ...spelled])
      expect(secrets.verify("cursor", "data", text), text).toBe(false);
  });
});
