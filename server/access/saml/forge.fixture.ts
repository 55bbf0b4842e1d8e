/**
 * An identity provider that says whatever a test wants, signed or not. Its texts are written in canonical form, so that
 * what is signed is what stands there, and every part of a signature can be made wrong by itself.
 */
import { createHash, createHmac, sign as signBytes } from "node:crypto";
import type { Trust } from "./verify.ts";
import { type IdpKeys, idpKeys } from "./idp.fixture.ts";

const SAML = "urn:oasis:names:tc:SAML:2.0:assertion";
const SAMLP = "urn:oasis:names:tc:SAML:2.0:protocol";
const DS = "http://www.w3.org/2000/09/xmldsig#";
export const ENVELOPED = `${DS}enveloped-signature`;
export const EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";

export const ours: IdpKeys = idpKeys();
export const theirs: IdpKeys = idpKeys();

export const NOW = Date.UTC(2030, 0, 15, 12);
export const REQUEST = "_request1";
export const trust: Trust = {
  ssoURL: "https://idp.example.com/sso",
  issuer: "https://idp.example.com/metadata",
  certificate: ours.certificate,
  acsURL: "https://docs.example.com/sso/saml/p1/acs",
  entityID: "https://docs.example.com/sso/saml/p1/metadata",
};

export const at = (seconds: number): string => new Date(NOW + seconds * 1000).toISOString();

interface Said {
  readonly id?: string;
  readonly version?: string;
  readonly issueInstant?: string;
  readonly issuer?: string;
  /** The whole element(s), instead of one made of `address`. */
  readonly nameId?: string;
  readonly address?: string;
  readonly format?: string;
  readonly method?: string;
  /** Attributes of SubjectConfirmationData, instead of the right ones. */
  readonly confirmation?: Readonly<Record<string, string | undefined>>;
  readonly conditions?: Readonly<Record<string, string | undefined>>;
  /** Lists of audiences, one for each restriction. */
  readonly audiences?: readonly (readonly string[])[];
  readonly authn?: string;
  readonly attributes?: string;
}

const attributesText = (all: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(all)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => (value === undefined ? "" : ` ${name}="${value}"`))
    .join("");

/** An assertion in canonical form, not signed. */
export function assertion(said: Said = {}): string {
  const format = said.format ?? "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
  const nameId =
    said.nameId ?? `<saml:NameID Format="${format}">${said.address ?? "ann@example.com"}</saml:NameID>`;
  const confirmation = attributesText({
    InResponseTo: REQUEST,
    NotOnOrAfter: at(300),
    Recipient: trust.acsURL,
    ...said.confirmation,
  });
  const conditions = attributesText({ NotBefore: at(-10), NotOnOrAfter: at(300), ...said.conditions });
  const audiences = (said.audiences ?? [[trust.entityID]])
    .map(
      (list) =>
        `<saml:AudienceRestriction>${list.map((one) => `<saml:Audience>${one}</saml:Audience>`).join("")}</saml:AudienceRestriction>`,
    )
    .join("");
  return (
    `<saml:Assertion xmlns:saml="${SAML}" ID="${said.id ?? "_a1"}" IssueInstant="${said.issueInstant ?? at(-5)}" Version="${said.version ?? "2.0"}">` +
    `<saml:Issuer>${said.issuer ?? trust.issuer}</saml:Issuer>` +
    `<saml:Subject>${nameId}<saml:SubjectConfirmation Method="${said.method ?? "urn:oasis:names:tc:SAML:2.0:cm:bearer"}">` +
    `<saml:SubjectConfirmationData${confirmation}></saml:SubjectConfirmationData></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions${conditions}>${audiences}</saml:Conditions>` +
    (said.authn ??
      `<saml:AuthnStatement AuthnInstant="${at(-5)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`) +
    (said.attributes ?? attributes({ first_name: "Ann", last_name: "Lee" })) +
    `</saml:Assertion>`
  );
}

export function attributes(values: Readonly<Record<string, string>>): string {
  const all = Object.entries(values).map(
    ([name, value]) =>
      `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
  );
  return `<saml:AttributeStatement>${all.join("")}</saml:AttributeStatement>`;
}

interface Signing {
  readonly keys?: IdpKeys;
  readonly uri?: string;
  readonly transforms?: readonly string[];
  /** What stands inside of each transform. */
  readonly inTransform?: string;
  readonly canonicalization?: string;
  readonly signatureMethod?: string;
  readonly digestMethod?: string;
  /** Name of the hash, as node:crypto knows it. */
  readonly hash?: string;
  readonly digestHash?: string;
  /** Signs by HMAC with this key instead. */
  readonly hmac?: string | Buffer;
  /** More references. */
  readonly references?: string;
  readonly keyInfo?: string;
  /** Changes the SignedInfo before it is signed. */
  readonly mend?: (info: string) => string;
}

/** The signature of an element, which is given in canonical form, and without a signature. */
export function signature(element: string, signing: Signing = {}): string {
  const id = /\sID="([^"]*)"/.exec(element)?.[1] ?? "";
  const digest = createHash(signing.digestHash ?? "sha256")
    .update(element)
    .digest("base64");
  const transforms = (signing.transforms ?? [ENVELOPED, EXCLUSIVE])
    .map((name) => `<ds:Transform Algorithm="${name}">${signing.inTransform ?? ""}</ds:Transform>`)
    .join("");
  const written =
    `<ds:SignedInfo><ds:CanonicalizationMethod Algorithm="${signing.canonicalization ?? EXCLUSIVE}"></ds:CanonicalizationMethod>` +
    `<ds:SignatureMethod Algorithm="${signing.signatureMethod ?? "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"}"></ds:SignatureMethod>` +
    `<ds:Reference URI="${signing.uri ?? `#${id}`}"><ds:Transforms>${transforms}</ds:Transforms>` +
    `<ds:DigestMethod Algorithm="${signing.digestMethod ?? "http://www.w3.org/2001/04/xmlenc#sha256"}"></ds:DigestMethod>` +
    `<ds:DigestValue>${digest}</ds:DigestValue></ds:Reference>${signing.references ?? ""}</ds:SignedInfo>`;
  const info = signing.mend?.(written) ?? written;
  const canonical = info.replace("<ds:SignedInfo>", `<ds:SignedInfo xmlns:ds="${DS}">`);
  const hash = signing.hash ?? "sha256";
  const value =
    signing.hmac === undefined
      ? signBytes(hash, Buffer.from(canonical), (signing.keys ?? ours).key).toString("base64")
      : createHmac(hash, signing.hmac).update(canonical).digest("base64");
  return `<ds:Signature xmlns:ds="${DS}">${info}<ds:SignatureValue>${value}</ds:SignatureValue>${signing.keyInfo ?? ""}</ds:Signature>`;
}

/** An element with its signature behind its issuer, where it belongs. */
export function signed(element: string, signing: Signing = {}): string {
  return withSignature(element, signature(element, signing));
}

export function withSignature(element: string, text: string): string {
  return element.replace("</saml:Issuer>", () => `</saml:Issuer>${text}`);
}

interface Around {
  readonly id?: string;
  readonly destination?: string | null;
  readonly inResponseTo?: string | null;
  readonly issuer?: string;
  readonly status?: string;
  /** Before the assertion. */
  readonly before?: string;
  readonly after?: string;
  readonly attributes?: string;
}

const SUCCESS = `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"></samlp:StatusCode></samlp:Status>`;

/** A response around an assertion, in canonical form. */
export function response(inside: string, around: Around = {}): string {
  const own = attributesText({
    Destination: around.destination === null ? undefined : (around.destination ?? trust.acsURL),
    ID: around.id ?? "_r1",
    InResponseTo: around.inResponseTo === null ? undefined : (around.inResponseTo ?? REQUEST),
    IssueInstant: at(-5),
    Version: "2.0",
  });
  return (
    `<samlp:Response xmlns:samlp="${SAMLP}"${own}${around.attributes ?? ""}>` +
    `<saml:Issuer xmlns:saml="${SAML}">${around.issuer ?? trust.issuer}</saml:Issuer>` +
    `${around.status ?? SUCCESS}${around.before ?? ""}${inside}${around.after ?? ""}</samlp:Response>`
  );
}

export const encoded = (xml: string | Buffer): string => Buffer.from(xml).toString("base64");

/** What an honest identity provider answers. */
export const honest = (said: Said = {}, around: Around = {}, signing: Signing = {}): string =>
  response(signed(assertion(said), signing), around);

export const keyInfo = ({ base64 }: IdpKeys): string =>
  `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`;

/** What was forged, as it is posted, and a part of the reason that is given. */
export type Forgery = readonly [what: string, posted: string, reason: RegExp];
export const forge = (what: string, xml: string, reason: RegExp): Forgery => [what, encoded(xml), reason];

/** Whom forged answers name. */
export const VICTIM = "admin@example.com";
export const evil = assertion({ id: "_evil", address: VICTIM });
export const good = assertion();
export const goodSigned = signed(good);
