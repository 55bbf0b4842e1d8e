/**
 * What is refused before an XML library sees an answer. A signature says that some bytes are the identity provider's;
 * the attacks on SAML make somebody read other bytes than those. Here the document is held to the one shape that honest
 * answers have, in which there is nothing else to be read.
 */
import { measurePosted } from "./posted.ts";
import { distrust, SamlRefused } from "./refused.ts";
import { type XmlElement, scanXml } from "./scan.ts";

const PROTOCOL = "urn:oasis:names:tc:SAML:2.0:protocol";
const ASSERTION = "urn:oasis:names:tc:SAML:2.0:assertion";
const SIGNATURE = "http://www.w3.org/2000/09/xmldsig#";
const SUCCESS = "urn:oasis:names:tc:SAML:2.0:status:Success";

/** What may sign, digest and transform: nothing with SHA-1, no keyed hash, no comments, no XPath, no XSLT. */
const ALGORITHMS: Readonly<Record<string, readonly string[]>> = {
  CanonicalizationMethod: ["http://www.w3.org/2001/10/xml-exc-c14n#"],
  SignatureMethod: [
    "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
  ],
  DigestMethod: ["http://www.w3.org/2001/04/xmlenc#sha256", "http://www.w3.org/2001/04/xmlenc#sha512"],
};
const TRANSFORMS = [
  "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
  "http://www.w3.org/2001/10/xml-exc-c14n#",
];

/** An answer in the one shape that is read, and what its unsigned outside says. */
export interface Envelope {
  /** The same bytes, without spaces between the base64. */
  readonly base64: string;
  /** Whether the whole answer is signed too; then that signature has to hold as well. */
  readonly isSigned: boolean;
  readonly destination: string | undefined;
  readonly inResponseTo: string | undefined;
  readonly issuer: string | undefined;
}

/**
 * Reads what an identity provider posts.
 * @throws SamlRefused when it is too large, not XML, or of any other shape; "declined" when it says no
 */
export function readEnvelope(posted: string): Envelope {
  const base64 = measurePosted(posted);
  const root = scanXml(decodeUtf8(Buffer.from(base64, "base64")));
  if (!is(root, PROTOCOL, "Response") || root.attributes.get("Version") !== "2.0") {
    distrust("It is no SAML 2.0 response.");
  }
  checkIds(root);
  refuseFailure(root);
  const assertion = theAssertion(root);
  const signatures = [...descendants(root)].filter(({ local }) => local === "Signature");
  for (const signature of signatures) checkSignature(signature, assertion);
  if (!signatures.some(({ parent }) => parent === assertion)) distrust("Its assertion is not signed.");
  return {
    base64,
    isSigned: signatures.some(({ parent }) => parent === root),
    destination: root.attributes.get("Destination"),
    inResponseTo: root.attributes.get("InResponseTo"),
    issuer: root.children.find((child) => is(child, ASSERTION, "Issuer"))?.text.trim(),
  };
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return distrust("It is not UTF-8.");
  }
}

const is = (element: XmlElement, namespace: string, local: string): boolean =>
  element.local === local && element.namespace === namespace;

function* descendants(element: XmlElement): Generator<XmlElement> {
  for (const child of element.children) {
    yield child;
    yield* descendants(child);
  }
}

/** Whatever a parser takes for an id names one element. */
function checkIds(root: XmlElement): void {
  const seen = new Set<string>();
  for (const element of [root, ...descendants(root)]) {
    for (const [name, value] of element.attributes) {
      if (!/^(?:\{[^}]*\})?id$/i.test(name)) continue;
      if (!/^[A-Za-z_][\w.-]{0,255}$/.test(value)) distrust("An id is none.");
      if (seen.has(value)) distrust("Two elements have one id.");
      seen.add(value);
    }
  }
}

/** @throws "declined" for an answer that says that the sign-in failed: such answers are often not signed */
function refuseFailure(root: XmlElement): void {
  const statuses = root.children.filter((child) => is(child, PROTOCOL, "Status"));
  const [status] = statuses;
  const codes = status?.children.filter((child) => is(child, PROTOCOL, "StatusCode")) ?? [];
  if (statuses.length !== 1 || codes.length !== 1) distrust("It has no status, or several.");
  const code = codes[0]?.attributes.get("Value") ?? "";
  if (code === SUCCESS) return;
  const said = status?.children.find((child) => is(child, PROTOCOL, "StatusMessage"))?.text.trim();
  const detail = codes[0]?.children[0]?.attributes.get("Value")?.split(":").at(-1);
  const words = said || detail || code.split(":").at(-1) || "no reason given";
  throw new SamlRefused("declined", words.slice(0, 200));
}

/** The one assertion, directly in the response: nowhere in the document is there another thing called so. */
function theAssertion(root: XmlElement): XmlElement {
  const named = (local: string) => [...descendants(root)].filter((element) => element.local === local);
  if (named("EncryptedAssertion").length + named("EncryptedID").length + named("EncryptedData").length > 0) {
    distrust(
      "It is encrypted. Turn encryption of assertions off at the identity provider; https protects them.",
    );
  }
  if (named("Response").length > 0) distrust("It holds another response.");
  const assertions = named("Assertion");
  const [assertion] = assertions;
  if (assertion === undefined || assertions.length > 1) distrust("It has no assertion, or several.");
  if (!is(assertion as XmlElement, ASSERTION, "Assertion") || (assertion as XmlElement).parent !== root) {
    distrust("Its assertion is not where it belongs.");
  }
  return assertion as XmlElement;
}

/** A signature signs the element that it is in, and nothing else, by one reference of the usual form. */
function checkSignature(signature: XmlElement, assertion: XmlElement): void {
  const { parent } = signature;
  if (signature.namespace !== SIGNATURE || (parent !== assertion && parent !== assertion.parent)) {
    distrust("A signature is not where it belongs.");
  }
  const only = (within: XmlElement, local: string): XmlElement => {
    const found = [...descendants(within)].filter((element) => element.local === local);
    const [one] = found;
    if (one === undefined || found.length > 1 || one.namespace !== SIGNATURE) {
      return distrust(`A signature has no ${local}, or several.`);
    }
    return one;
  };
  if (parent?.children.filter(({ local }) => local === "Signature").length !== 1) {
    distrust("An element has several signatures.");
  }
  if ([...descendants(signature)].some(({ local }) => local === "Object" || local === "Manifest")) {
    distrust("A signature holds content of its own.");
  }
  const info = only(signature, "SignedInfo");
  const reference = only(info, "Reference");
  only(reference, "DigestValue");
  only(signature, "SignatureValue");
  if (info.parent !== signature || reference.parent !== info) distrust("A signature's parts are mixed up.");
  if (reference.attributes.get("URI") !== `#${parent?.attributes.get("ID")}`) {
    distrust("A signature is of another element.");
  }
  for (const [local, allowed] of Object.entries(ALGORITHMS)) {
    const algorithm = only(info, local).attributes.get("Algorithm") ?? "";
    if (!allowed.includes(algorithm))
      distrust(`It is signed with ${algorithm}; have it signed with RSA and SHA-256.`);
  }
  const transforms = [...descendants(signature)]
    .filter(({ local }) => local === "Transform")
    .map(({ attributes }) => attributes.get("Algorithm"));
  if (transforms.join(" ") !== TRANSFORMS.join(" ")) distrust("A signature transforms what it signs.");
}
