import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  assertion,
  at,
  attributes,
  encoded,
  honest,
  keyInfo,
  NOW,
  ours,
  REQUEST,
  response,
  signed,
  trust,
} from "./forge.fixture.ts";
import { forgedAnswers } from "./forged.fixture.ts";
import { metadataOf, requestUrl, verifyAnswer } from "./verify.ts";

const asked = { requestId: REQUEST, now: NOW };
const verify = (posted: string, now = NOW) => verifyAnswer(trust, posted, { requestId: REQUEST, now });
const ANN = { assertionId: "_a1", nameId: "ann@example.com", displayName: "Ann Lee" };
const refusalOf = (posted: string): Promise<string> =>
  verify(posted).then(
    (claimed) => `let in: ${claimed.nameId}`,
    (error: Error) => `${error.name}: ${error.message}`,
  );

describe("an honest answer", () => {
  const whole = response(signed(assertion()));
  test.each([
    ["with a signed assertion", honest()],
    ["that is signed itself as well", signed(whole)],
    ["that carries the certificate", honest({}, {}, { keyInfo: keyInfo(ours) })],
    [
      "with SHA-512",
      honest(
        {},
        {},
        {
          hash: "sha512",
          signatureMethod: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
          digestHash: "sha512",
          digestMethod: "http://www.w3.org/2001/04/xmlenc#sha512",
        },
      ),
    ],
    ["behind a declaration", `<?xml version="1.0" encoding="UTF-8"?>\n${honest()}`],
    ["without a destination", honest({}, { destination: null })],
    ["with an address in capitals", honest({ address: "Ann@Example.COM" })],
    [
      "with an address as unspecified name",
      honest({ format: "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified" }),
    ],
    ["for several audiences", honest({ audiences: [["https://other.example", trust.entityID]] })],
    [
      "from a clock that is behind",
      honest({ conditions: { NotOnOrAfter: at(-59) }, confirmation: { NotOnOrAfter: at(-59) } }),
    ],
    ["from a clock that is ahead", honest({ issueInstant: at(59), conditions: { NotBefore: at(59) } })],
  ])("%s lets in", async (_what, xml) => {
    expect(await verify(encoded(xml))).toMatchObject(ANN);
  });

  test("in lines, as it is often posted", async () => {
    expect(await verify(encoded(honest()).replace(/.{76}/g, "$&\r\n"))).toMatchObject(ANN);
  });

  test.each([
    [{ first_name: "Ann" }, "Ann"],
    [{ last_name: " Lee\n " }, "Lee"],
    [{ first_name: "A &amp; B", last_name: "&lt;i&gt;" }, "A & B <i>"],
    [{ first_name: "x".repeat(40), last_name: "y".repeat(40) }, `${"x".repeat(40)} ${"y".repeat(23)}`],
    [{ mail: "x@example.com" }, undefined],
  ])("is named by %j", async (values, name) => {
    const { displayName } = await verify(encoded(honest({ attributes: attributes(values as never) })));
    expect(displayName).toBe(name);
  });

  test("is used until it is too old, skew included", async () => {
    const { expiresAt } = await verify(encoded(honest({ conditions: { NotOnOrAfter: at(900) } })));
    expect(expiresAt).toBe(NOW + 960_000);
    await expect(verify(encoded(honest()), NOW + 361_000)).rejects.toThrow(/old|expired/);
  });
});

test("there are forged answers of every kind", () => {
  expect(forgedAnswers.length).toBeGreaterThan(100);
  expect(new Set(forgedAnswers.map(([, posted]) => posted)).size).toBe(forgedAnswers.length);
});

test.each(forgedAnswers)("refuses %s", async (_what, posted, reason) => {
  const refusal = await refusalOf(posted);
  expect(refusal).toMatch(/^SamlRefused: /);
  expect(refusal).toMatch(reason);
});

test("an answer for one provider is nothing to another with the same certificate", async () => {
  const other = {
    ...trust,
    acsURL: trust.acsURL.replace("p1", "p2"),
    entityID: trust.entityID.replace("p1", "p2"),
  };
  await expect(verifyAnswer(other, encoded(honest()), asked)).rejects.toThrow(/another address/);
  const misled = honest({}, { destination: null });
  await expect(verifyAnswer(other, encoded(misled), asked)).rejects.toThrow(/another address/);
});

test("whatever one changes, what is believed was signed", async () => {
  const full = process.env["LECTERN_TEST_TIER"] === "full";
  const texts = [honest(), signed(response(signed(assertion())))].map((xml) => Buffer.from(xml));
  const changed = fc.record({
    text: fc.constantFrom(...texts),
    where: fc.nat(),
    cut: fc.nat(3),
    put: fc.oneof(
      fc.uint8Array({ maxLength: 2 }),
      fc
        .constantFrom("<", ">", "<!---->", "&amp;", " ", '"', "/", "saml:", ' ID="_a1"', "admin@")
        .map((text) => Buffer.from(text)),
    ),
  });
  await fc.assert(
    fc.asyncProperty(changed, async ({ text, where, cut, put }) => {
      const at = where % text.length;
      const bytes = Buffer.concat([text.subarray(0, at), put, text.subarray(at + cut)]);
      const refusal = await refusalOf(encoded(bytes));
      expect(refusal).toMatch(/^(SamlRefused: |let in: ann@example\.com$)/);
      if (refusal.startsWith("let in")) expect(await verify(encoded(bytes))).toMatchObject(ANN);
    }),
    { numRuns: full ? 20_000 : 150 },
  );
});

describe("requestUrl and metadataOf", () => {
  test("ask for an address, under the id that is remembered", async () => {
    const url = new URL(
      await requestUrl({ ...trust, ssoURL: "https://idp.example.com/sso?tenant=a%26b" }, "_id", "relay"),
    );
    expect([url.origin, url.searchParams.get("tenant"), url.searchParams.get("RelayState")]).toEqual([
      "https://idp.example.com",
      "a&b",
      "relay",
    ]);
    const { inflateRawSync } = await import("node:zlib");
    const xml = inflateRawSync(Buffer.from(url.searchParams.get("SAMLRequest") ?? "", "base64")).toString();
    expect(xml).toContain('ID="_id"');
    expect(xml).toContain(`AssertionConsumerServiceURL="${trust.acsURL}"`);
    expect(xml).toContain("emailAddress");
    expect(xml).not.toContain("RequestedAuthnContext");
  });

  test("describe us", async () => {
    const xml = await metadataOf(trust, "_p1");
    for (const part of [
      `entityID="${trust.entityID}"`,
      `Location="${trust.acsURL}"`,
      'WantAssertionsSigned="true"',
      "emailAddress",
    ]) {
      expect(xml).toContain(part);
    }
  });
});
