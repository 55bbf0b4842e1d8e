/** What an assertion says, once its signature has held: every value here comes out of the signed bytes. */
import { folded } from "../../db/contains.ts";
import { distrust } from "./refused.ts";

/** XML as node-saml gives it: text under `_`, attributes under `$`, children by their names without prefix. */
export type Node = {
  readonly _?: string;
  readonly $?: Readonly<Record<string, string>>;
} & { readonly [child: string]: unknown };

/** What an assertion has to be about. */
interface Expectation {
  /** The identity provider's own id. */
  readonly issuer: string;
  readonly audience: string;
  /** Where the answer was sent. */
  readonly recipient: string;
  /** The request that it answers. */
  readonly requestId: string;
  /** Milliseconds. */
  readonly now: number;
}

/** Who has signed in, as their identity provider says. */
export interface AssertedPerson {
  readonly assertionId: string;
  /** The e-mail address, folded: what the person is known by. */
  readonly nameId: string;
  /** undefined when the provider tells no name. */
  readonly displayName: string | undefined;
  /** When the assertion is too old to be used, in milliseconds. */
  readonly expiresAt: number;
}

/** How far the clocks of two servers may be apart, in milliseconds. */
const SKEW = 60_000;
const LONGEST_NAME = 64;

const BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
const FORMATS: ReadonlySet<string | undefined> = new Set([
  undefined,
  "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
  "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified",
]);
const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]{1,189}$/u;
const INSTANT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,9})?Z$/;

/** @throws SamlRefused when the assertion is for somebody else, from somebody else, too old or too early */
export function readAssertion(assertion: Node, expected: Expectation): AssertedPerson {
  const { now } = expected;
  if (assertion.$?.["Version"] !== "2.0") distrust("Its assertion is not of SAML 2.0.");
  if (instant(assertion.$?.["IssueInstant"]) > now + SKEW)
    distrust("It comes from the future. Compare the clocks.");
  const issuer = textOf(one(assertion, "Issuer"));
  if (issuer !== expected.issuer) {
    distrust(`It is issued by ${issuer}, and the provider's entityID is ${expected.issuer}.`);
  }
  const subject = one(assertion, "Subject");
  const nameId = readNameId(one(subject, "NameID"));
  const confirmedUntil = confirm(list(subject, "SubjectConfirmation"), expected);
  const validUntil = checkConditions(one(assertion, "Conditions"), expected);
  if (list(assertion, "AuthnStatement").length === 0) distrust("It doesn't say that anybody signed in.");
  return {
    assertionId: assertion.$?.["ID"] ?? distrust("Its assertion has no id."),
    nameId,
    displayName: displayNameOf(assertion),
    expiresAt: Math.max(confirmedUntil, validUntil) + SKEW,
  };
}

function readNameId(node: Node): string {
  const format = node.$?.["Format"];
  if (!FORMATS.has(format)) {
    distrust("It names people by something else than their address. Set the NameID format to email address.");
  }
  if (Object.keys(node).some((key) => key !== "_" && key !== "$"))
    distrust("The NameID is more than a text.");
  const address = folded(textOf(node));
  if (address.length > 254 || !ADDRESS.test(address)) {
    distrust("The NameID is no e-mail address. Have the identity provider send the address as NameID.");
  }
  return address;
}

/** That the answer was made for this request and sent to us. @returns until when */
function confirm(confirmations: readonly Node[], { recipient, requestId, now }: Expectation): number {
  const problems: string[] = [];
  for (const confirmation of confirmations) {
    if (confirmation.$?.["Method"] !== BEARER) continue;
    const about = list(confirmation, "SubjectConfirmationData");
    const data = about[0]?.$;
    const until = instant(data?.["NotOnOrAfter"]);
    if (about.length !== 1) problems.push("it is confirmed by nothing");
    else if (data?.["Recipient"] !== recipient) problems.push("it was sent to another address");
    else if (data["InResponseTo"] !== requestId) problems.push("it answers another request");
    else if (until <= now - SKEW) problems.push("it is too old");
    else if (data["NotBefore"] !== undefined && instant(data["NotBefore"]) > now + SKEW) {
      problems.push("it is not valid yet");
    } else return until;
  }
  return distrust(`Its subject is not confirmed: ${problems[0] ?? "it has no bearer confirmation"}.`);
}

/** @returns until when the assertion is valid */
function checkConditions(conditions: Node, { audience, now }: Expectation): number {
  const until = instant(conditions.$?.["NotOnOrAfter"]);
  const from = conditions.$?.["NotBefore"];
  if (until <= now - SKEW) distrust("It has expired. Compare the clocks of both servers.");
  if (from !== undefined && instant(from) > now + SKEW) {
    distrust("It is not valid yet. Compare the clocks of both servers.");
  }
  const restrictions = list(conditions, "AudienceRestriction");
  const isForUs = (restriction: Node): boolean =>
    list(restriction, "Audience").some((node) => textOf(node) === audience);
  if (restrictions.length === 0 || !restrictions.every(isForUs)) {
    distrust(`It is for another audience. Set the audience (service provider entity id) to ${audience}.`);
  }
  return until;
}

/** The name out of `first_name` and `last_name`; undefined when neither is told. */
function displayNameOf(assertion: Node): string | undefined {
  const attributes = list(assertion, "AttributeStatement").flatMap((node) => list(node, "Attribute"));
  const valueOf = (name: string): string => {
    const attribute = attributes.find((node) => node.$?.["Name"] === name);
    const [value] = attribute === undefined ? [] : list(attribute, "AttributeValue");
    return value === undefined
      ? ""
      : textOf(value)
          .replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")
          .trim();
  };
  const name = [valueOf("first_name"), valueOf("last_name")].filter((part) => part !== "").join(" ");
  return name === "" ? undefined : [...name].slice(0, LONGEST_NAME).join("").trim();
}

function list(node: Node, name: string): Node[] {
  const found = node[name];
  if (!Array.isArray(found)) return [];
  // An element with nothing in it is given as a bare text.
  return found.map((child: unknown) => (typeof child === "string" ? { _: child } : (child as Node)));
}

function one(node: Node, name: string): Node {
  const [found, another] = list(node, name);
  if (found === undefined || another !== undefined) return distrust(`It has no ${name}, or several.`);
  return found;
}

const textOf = (node: Node): string => (node._ ?? "").trim();

/** Milliseconds of a time, which SAML gives in UTC. NaN compares as false, so what is none is refused here. */
function instant(text: string | undefined): number {
  const [, seconds, fraction] = INSTANT.exec(text ?? "") ?? [];
  const ms = seconds === undefined ? Number.NaN : Date.parse(`${seconds}${(fraction ?? "").slice(0, 4)}Z`);
  return Number.isNaN(ms) ? distrust("A time in it is missing or is none.") : ms;
}
