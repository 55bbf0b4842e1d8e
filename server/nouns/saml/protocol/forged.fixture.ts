/** Answers that must not let anybody in, each with a part of the reason that is given. */
import { createPublicKey, X509Certificate } from "node:crypto";
import { deflateRawSync, gzipSync } from "node:zlib";
import {
  assertion,
  at,
  attributes,
  encoded,
  ENVELOPED,
  EXCLUSIVE,
  honest,
  keyInfo,
  ours,
  response,
  signature,
  signed,
  theirs,
  trust,
  withSignature,
} from "./forge.fixture.ts";

export type Forged = readonly [what: string, posted: string, reason: RegExp];

const VICTIM = "admin@example.com";
const evil = assertion({ id: "_evil", address: VICTIM });
const good = assertion();
const goodSigned = signed(good);
const objectIn = (text: string, content: string): string =>
  text.replace("</ds:Signature>", () => `<ds:Object>${content}</ds:Object></ds:Signature>`);
const forge = (what: string, xml: string, reason: RegExp): Forged => [what, encoded(xml), reason];

const goodResponse = response(assertion());
const goodResponseSignature = signature(goodResponse);

const wrapping: Forged[] = [
  forge(
    "XSW1: a signed response inside the signature of a forged one",
    response(evil, { id: "_r2", before: objectIn(goodResponseSignature, goodResponse) }),
    /several|another response/,
  ),
  forge(
    "XSW2: a signed response beside its detached signature",
    response(evil, { id: "_r2", before: goodResponse + goodResponseSignature }),
    /several|another response/,
  ),
  forge("XSW3: a forged assertion before the signed one", response(evil + goodSigned), /several/),
  forge("XSW3: a forged assertion behind the signed one", response(goodSigned + evil), /several/),
  forge(
    "XSW4: a forged assertion around the signed one",
    response(evil.replace("</saml:Assertion>", () => `${goodSigned}</saml:Assertion>`)),
    /several/,
  ),
  forge(
    "XSW5: a forged assertion with the signature of another",
    response(withSignature(evil, signature(good)) + good),
    /several/,
  ),
  forge(
    "XSW6: the signed assertion inside the signature of a forged one",
    response(withSignature(evil, objectIn(signature(good), good))),
    /several/,
  ),
  forge(
    "XSW7: a forged assertion in extensions",
    response(goodSigned, { before: `<samlp:Extensions>${evil}</samlp:Extensions>` }),
    /several/,
  ),
  forge(
    "XSW8: the signed assertion in an object of a forged one's signature",
    response(objectIn(withSignature(evil, signature(good)), goodSigned)),
    /several/,
  ),
  forge(
    "two assertions, both signed",
    response(goodSigned + signed(assertion({ id: "_a2", address: VICTIM }))),
    /several/,
  ),
  forge("the same assertion twice", response(goodSigned + goodSigned), /one id|several/),
  forge(
    "an assertion under another namespace",
    response(
      goodSigned
        .replaceAll("saml:Assertion", "x:Assertion")
        .replace("<x:Assertion ", '<x:Assertion xmlns:x="urn:other" '),
    ),
    /where it belongs/,
  ),
  forge(
    "an assertion below an element",
    response(`<samlp:Extensions>${goodSigned}</samlp:Extensions>`),
    /where it belongs/,
  ),
  forge("a signature of another element", response(withSignature(evil, signature(good))), /another element/),
  forge(
    "a signature with the forged id and the old digest",
    response(withSignature(evil, signature(good, { uri: "#_evil" }))),
    /doesn't verify/,
  ),
];

const unsigned: Forged[] = [
  forge("an unsigned assertion", response(good), /not signed/),
  forge("an unsigned assertion in a signed response", signed(goodResponse), /not signed/),
  forge(
    "a signed assertion in a response whose signature is another's",
    withSignature(response(goodSigned), signature(response(goodSigned), { keys: theirs })),
    /doesn't verify/,
  ),
  forge(
    "a signed assertion in a response that was changed",
    signed(response(goodSigned)).replace(at(-5), at(-6)),
    /doesn't verify/,
  ),
  forge("a signature of another key", honest({}, {}, { keys: theirs }), /doesn't verify/),
  forge(
    "a signature of another key that comes with its certificate",
    honest({}, {}, { keys: theirs, keyInfo: keyInfo(theirs) }),
    /doesn't verify/,
  ),
  forge(
    "a key of its own in the signature",
    honest({}, {}, { keys: theirs, keyInfo: keyValue() }),
    /doesn't verify/,
  ),
  forge("another address after signing", honest().replace("ann@example.com", VICTIM), /doesn't verify/),
  forge("another name after signing", honest().replace(">Lee<", ">Root<"), /doesn't verify/),
  forge(
    "another audience after signing",
    honest({ audiences: [["https://other.example"]] }).replace("https://other.example", trust.entityID),
    /doesn't verify/,
  ),
  forge(
    "an empty signature value",
    honest().replace(/<ds:SignatureValue>[^<]*/, "<ds:SignatureValue>"),
    /doesn't verify/,
  ),
  forge(
    "no signature value",
    honest().replace(/<ds:SignatureValue>[^<]*<\/ds:SignatureValue>/, ""),
    /no SignatureValue/,
  ),
  forge(
    "two signature values",
    honest().replace("<ds:SignatureValue>", "<ds:SignatureValue>AAAA</ds:SignatureValue><ds:SignatureValue>"),
    /no SignatureValue, or several/,
  ),
  forge(
    "two signatures",
    response(withSignature(good, signature(good) + signature(good))),
    /several signatures/,
  ),
  forge(
    "a signature in the status",
    response(good, { before: `<samlp:Extensions>${signature(good)}</samlp:Extensions>` }),
    /where it belongs/,
  ),
  forge(
    "a signature under another namespace",
    honest().replace(/(<ds:Signature xmlns:ds=")[^"]*/, "$1urn:other"),
    /where it belongs/,
  ),
];

function keyValue(): string {
  const { n, e } = createPublicKey(theirs.certificate).export({ format: "jwk" });
  const base64 = (text = ""): string => Buffer.from(text, "base64url").toString("base64");
  return `<ds:KeyInfo><ds:KeyValue><ds:RSAKeyValue><ds:Modulus>${base64(n)}</ds:Modulus><ds:Exponent>${base64(e)}</ds:Exponent></ds:RSAKeyValue></ds:KeyValue></ds:KeyInfo>`;
}

const ds = "http://www.w3.org/2000/09/xmldsig#";
const publicKey = createPublicKey(ours.certificate).export({ type: "spki", format: "pem" });
const hmac = (what: string, key: string | Buffer, method: string, hash: string): Forged =>
  forge(`HMAC with ${what}`, honest({}, {}, { hmac: key, hash, signatureMethod: method }), /signed with/);

const algorithms: Forged[] = [
  hmac("the certificate", ours.certificate, `${ds}hmac-sha1`, "sha1"),
  hmac("the public key", publicKey, "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256", "sha256"),
  hmac("the certificate's bytes", new X509Certificate(ours.certificate).raw, `${ds}hmac-sha1`, "sha1"),
  forge("HMAC that calls itself RSA", honest({}, {}, { hmac: ours.certificate }), /doesn't verify/),
  forge(
    "a SHA-1 signature",
    honest({}, {}, { signatureMethod: `${ds}rsa-sha1`, hash: "sha1" }),
    /signed with/,
  ),
  forge("a SHA-1 digest", honest({}, {}, { digestMethod: `${ds}sha1`, digestHash: "sha1" }), /signed with/),
  forge(
    "an MD5 signature",
    honest({}, {}, { signatureMethod: "http://www.w3.org/2001/04/xmldsig-more#rsa-md5", hash: "md5" }),
    /signed with/,
  ),
  forge("no algorithm", honest({}, {}, { signatureMethod: "" }), /signed with/),
  forge(
    "two signature methods",
    honest(
      {},
      {},
      {
        mend: (info) =>
          info.replace(
            "<ds:Reference",
            `<ds:SignatureMethod Algorithm="${ds}rsa-sha1"></ds:SignatureMethod><ds:Reference`,
          ),
      },
    ),
    /SignatureMethod, or several/,
  ),
  forge(
    "a canonical form with comments",
    honest({}, {}, { canonicalization: `${EXCLUSIVE}WithComments` }),
    /signed with/,
  ),
  forge(
    "an inclusive canonical form",
    honest({}, {}, { canonicalization: "http://www.w3.org/TR/2001/REC-xml-c14n-20010315" }),
    /signed with/,
  ),
  forge(
    "a transform by XPath",
    honest(
      {},
      {},
      {
        transforms: [ENVELOPED, "http://www.w3.org/TR/1999/REC-xpath-19991116"],
        inTransform: "<ds:XPath>not(1)</ds:XPath>",
      },
    ),
    /transforms what it signs/,
  ),
  forge(
    "a transform by XSLT",
    honest({}, {}, { transforms: [ENVELOPED, "http://www.w3.org/TR/1999/REC-xslt-19991116"] }),
    /transforms/,
  ),
  forge("a transform of base64", honest({}, {}, { transforms: [ENVELOPED, `${ds}base64`] }), /transforms/),
  forge(
    "a transform with comments",
    honest({}, {}, { transforms: [ENVELOPED, `${EXCLUSIVE}WithComments`] }),
    /transforms/,
  ),
  forge("three transforms", honest({}, {}, { transforms: [ENVELOPED, EXCLUSIVE, EXCLUSIVE] }), /transforms/),
  forge("no transforms", honest({}, {}, { transforms: [] }), /transforms/),
  forge(
    "two references",
    honest({}, {}, { references: `<ds:Reference URI="#_r1"></ds:Reference>` }),
    /Reference, or several/,
  ),
  forge("a reference to the whole document", honest({}, {}, { uri: "" }), /another element/),
  forge("a reference to the response", honest({}, {}, { uri: "#_r1" }), /another element/),
  forge("a reference by XPointer", honest({}, {}, { uri: "#xpointer(id('_a1'))" }), /another element/),
  forge("a reference to a file", honest({}, {}, { uri: "file:///etc/passwd" }), /another element/),
  forge(
    "two SignedInfo",
    honest().replace("<ds:SignedInfo>", "<ds:SignedInfo></ds:SignedInfo><ds:SignedInfo>"),
    /SignedInfo, or several/,
  ),
  forge(
    "two digests",
    honest(
      {},
      {},
      {
        mend: (info) =>
          info.replace("<ds:DigestValue>", "<ds:DigestValue>AAAA</ds:DigestValue><ds:DigestValue>"),
      },
    ),
    /DigestValue, or several/,
  ),
  forge(
    "a comment in the digest",
    honest().replace("<ds:DigestValue>", "<ds:DigestValue><!--x-->"),
    /plain element/,
  ),
  forge(
    "a manifest",
    honest({}, {}, { keyInfo: "<ds:Object><ds:Manifest></ds:Manifest></ds:Object>" }),
    /content of its own/,
  ),
];

const entity = (declaration: string, use: string): string =>
  `<!DOCTYPE samlp:Response [${declaration}]>${honest({ address: "X" }).replace(">X<", `>${use}<`)}`;

const markup: Forged[] = [
  forge(
    "a comment in the NameID",
    honest({ address: `${VICTIM}.evil.example` }).replace(VICTIM, `${VICTIM}<!---->`),
    /plain element/,
  ),
  forge(
    "a comment in the issuer",
    honest().replace(trust.issuer, `${trust.issuer}<!-- -->`),
    /plain element/,
  ),
  forge(
    "CDATA in the NameID",
    honest().replace(">ann@example.com<", "><![CDATA[ann@example.com]]><"),
    /plain element/,
  ),
  forge("a processing instruction in the NameID", honest().replace(">ann@", "><?x y?>ann@"), /plain element/),
  forge(
    "an element in the NameID",
    honest({ nameId: "<saml:NameID>ann@example.com<saml:x></saml:x></saml:NameID>" }),
    /more than a text/,
  ),
  forge("a document type", `<!DOCTYPE samlp:Response>${honest()}`, /plain element/),
  forge("an entity of its own", entity('<!ENTITY v "admin@example.com">', "&v;"), /plain element/),
  forge("an external entity", entity('<!ENTITY v SYSTEM "file:///etc/passwd">', "&v;"), /plain element/),
  forge(
    "a parameter entity",
    entity('<!ENTITY % p SYSTEM "http://127.0.0.1/x"> %p;', "ann@example.com"),
    /plain element/,
  ),
  forge(
    "a billion laughs",
    entity('<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;">', "&c;"),
    /plain element/,
  ),
  forge(
    "a document type inside",
    honest().replace("<saml:Subject>", "<!DOCTYPE x><saml:Subject>"),
    /plain element/,
  ),
  forge("an entity that nobody declared", honest().replace("ann@", "&v;ann@"), /entity of its own/),
  forge("a lower-case doctype", `<!doctype x>${honest()}`, /plain element/),
  forge("a style sheet", `<?xml-stylesheet href="x"?>${honest()}`, /plain element/),
  forge("another encoding", `<?xml version="1.0" encoding="UTF-16"?>${honest()}`, /plain element/),
  [
    "UTF-16",
    encoded(Buffer.from(honest(), "utf16le")),
    /characters that no XML has|outside its element|plain/,
  ],
  ["broken UTF-8", encoded(Buffer.concat([Buffer.from(honest()), Buffer.of(0xff)])), /not UTF-8/],
  forge("a NUL", honest().replace("ann@", "\0ann@"), /characters/),
  forge("a NUL as a reference", honest().replace("ann@", "&#0;ann@"), /characters/),
  forge("text behind the document", `${honest()}x`, /outside its element/),
  forge("two documents", honest() + honest(), /two roots/),
  forge("half a document", honest().slice(0, -5), /plain element|whole/),
  forge("an attribute twice", honest().replace(' Version="2.0"', ' Version="2.0" Version="2.0"'), /twice/),
  forge(
    "an attribute twice by prefixes",
    honest({}, { attributes: ' xmlns:a="urn:x" xmlns:b="urn:x" a:y="1" b:y="2"' }),
    /twice/,
  ),
  forge("a relative namespace", honest({}, { attributes: ' xmlns:x="1"' }), /absolute address/),
  forge(
    "an empty namespace",
    honest().replace("<saml:Subject>", '<saml:Subject xmlns="">'),
    /absolute address/,
  ),
  forge("xml bound again", honest({}, { attributes: ' xmlns:xml="urn:x"' }), /reserved prefix/),
  forge("a prefix bound to nothing", honest({}, { attributes: ' nope:x="1"' }), /bound to nothing/),
  forge(
    "elements that cross",
    honest()
      .replace("</saml:Subject></saml:", "</saml:x></saml:")
      .replace("</saml:Subject>", "</saml:Issuer>"),
    /match/,
  ),
  forge(
    "a thousand levels",
    honest({}, { before: "<samlp:x>".repeat(1000) + "</samlp:x>".repeat(1000) }),
    /too many/,
  ),
  forge("too many elements", honest({}, { before: "<samlp:x></samlp:x>".repeat(6000) }), /too many/),
  forge("more than 256 kB", honest({}, { before: `<samlp:x>${"x".repeat(256 * 1024)}</samlp:x>` }), /larger/),
  ["a deflated answer", encoded(deflateRawSync(honest())), /not UTF-8|characters|plain|outside/],
  [
    "a deflate bomb",
    encoded(deflateRawSync(Buffer.alloc(50_000_000, 0x20))),
    /not UTF-8|characters|plain|outside/,
  ],
  ["a gzip file", encoded(gzipSync(honest())), /not UTF-8|characters/],
  ["no base64", "<samlp:Response/>", /not base64/],
  [
    "base64 for addresses",
    encoded(`${honest()}??>`).replaceAll("+", "-").replaceAll("/", "_").concat("-_=="),
    /not base64/,
  ],
  ["nothing", "", /not base64/],
  forge("JSON", "{}", /outside its element/),
];

const ids: Forged[] = [
  forge("the response's id on the assertion", honest({ id: "_r1" }), /one id/),
  forge(
    "the assertion's id on another element",
    honest({}, { before: '<samlp:x ID="_a1"></samlp:x>' }),
    /one id/,
  ),
  forge("the assertion's id as Id", honest({}, { before: '<samlp:x Id="_a1"></samlp:x>' }), /one id/),
  forge("the assertion's id as xml:id", honest({}, { before: '<samlp:x xml:id="_a1"></samlp:x>' }), /one id/),
  forge("an id with a quote", honest({ id: "_a'or'1" }), /id is none/),
  forge("an empty id", honest({ id: "" }), /id is none/),
];

const elsewhere: Forged[] = [
  forge("an expired assertion", honest({ conditions: { NotOnOrAfter: at(-61) } }), /expired/),
  forge("an expired confirmation", honest({ confirmation: { NotOnOrAfter: at(-61) } }), /too old/),
  forge("an assertion of tomorrow", honest({ conditions: { NotBefore: at(61) } }), /not valid yet/),
  forge("a confirmation of tomorrow", honest({ confirmation: { NotBefore: at(61) } }), /not valid yet/),
  forge("an assertion from the future", honest({ issueInstant: at(61) }), /future/),
  forge(
    "an assertion without an end",
    honest({ conditions: { NotOnOrAfter: undefined } }),
    /time in it|valid date/,
  ),
  forge(
    "a confirmation without an end",
    honest({ confirmation: { NotOnOrAfter: undefined } }),
    /time in it|valid date/,
  ),
  forge("a time that is none", honest({ conditions: { NotOnOrAfter: "tomorrow" } }), /time in it|valid date/),
  forge(
    "a time with an offset",
    honest({ conditions: { NotOnOrAfter: "2030-01-15T12:00:00+14:00" } }),
    /time in it|valid date/,
  ),
  forge("another audience", honest({ audiences: [["https://other.example"]] }), /another audience/),
  forge("no audience", honest({ audiences: [] }), /another audience/),
  forge("an empty audience", honest({ audiences: [[]] }), /another audience/),
  forge(
    "two restrictions of which one excludes us",
    honest({ audiences: [[trust.entityID], ["https://other.example"]] }),
    /another audience/,
  ),
  forge(
    "the audience of another provider here",
    honest({ audiences: [[trust.entityID.replace("p1", "p2")]] }),
    /another audience/,
  ),
  forge(
    "another recipient",
    honest({ confirmation: { Recipient: "https://other.example/acs" } }),
    /another address/,
  ),
  forge("no recipient", honest({ confirmation: { Recipient: undefined } }), /another address/),
  forge("another destination", honest({}, { destination: "https://other.example/acs" }), /another address/),
  forge("a signed response without destination", signed(honest({}, { destination: null })), /not for whom/),
  forge("an answer to another request", honest({}, { inResponseTo: "_other" }), /another request/),
  forge("an answer to no request", honest({}, { inResponseTo: null }), /another request/),
  forge(
    "a confirmation of another request",
    honest({ confirmation: { InResponseTo: "_other" } }),
    /another request/,
  ),
  forge(
    "a confirmation of no request",
    honest({ confirmation: { InResponseTo: undefined } }),
    /another request/,
  ),
  forge(
    "a confirmation by key",
    honest({ method: "urn:oasis:names:tc:SAML:2.0:cm:holder-of-key" }),
    /no bearer/,
  ),
  forge("another issuer", honest({ issuer: "https://other.example" }), /issued by/),
  forge("another issuer of the response", honest({}, { issuer: "https://other.example" }), /issued by/),
  forge("nobody who signed in", honest({ authn: "" }), /anybody signed in/),
  forge("SAML 1.1", honest({ version: "1.1" }), /SAML 2.0/),
  forge("no NameID", honest({ nameId: "" }), /no NameID/),
  forge(
    "two NameIDs",
    honest({ nameId: `<saml:NameID>ann@example.com</saml:NameID><saml:NameID>${VICTIM}</saml:NameID>` }),
    /NameID, or several/,
  ),
  forge("a name that is no address", honest({ address: "ann" }), /no e-mail address/),
  forge("an empty name", honest({ address: "" }), /no e-mail address/),
  forge("two addresses in one", honest({ address: `ann@example.com,${VICTIM}` }), /no e-mail address/),
  forge(
    "a persistent name",
    honest({ format: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent" }),
    /by something else/,
  ),
  forge(
    "a failure",
    response("", {
      status:
        '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"></samlp:StatusCode></samlp:Status>',
    }),
    /Responder/,
  ),
  forge(
    "a failure with a signed assertion",
    honest(
      {},
      {
        status:
          '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Requester"></samlp:StatusCode></samlp:Status>',
      },
    ),
    /Requester/,
  ),
  forge("no status", honest({}, { status: "" }), /no status/),
  forge(
    "an encrypted assertion",
    response(
      '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"></saml:EncryptedAssertion>',
    ),
    /encrypted/,
  ),
  forge(
    "an answer to signing out",
    honest().replaceAll("samlp:Response", "samlp:LogoutResponse"),
    /no SAML 2.0 response/,
  ),
  forge(
    "a response under another namespace",
    honest().replace("SAML:2.0:protocol", "SAML:1.1:protocol"),
    /no SAML 2.0 response/,
  ),
  forge("an assertion alone", goodSigned, /no SAML 2.0 response/),
  forge("nothing inside", response(""), /no assertion/),
  forge(
    "names alone",
    response(
      attributes({ first_name: "Ann" }).replace(
        "<saml:AttributeStatement>",
        '<saml:AttributeStatement xmlns:saml="urn:x">',
      ),
    ),
    /no assertion/,
  ),
];

/** All of them. */
export const forgedAnswers: readonly Forged[] = [
  ...wrapping,
  ...unsigned,
  ...algorithms,
  ...markup,
  ...ids,
  ...elsewhere,
];
