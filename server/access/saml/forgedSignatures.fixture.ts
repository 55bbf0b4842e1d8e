/** Answers whose signature covers nothing that is asked for, or is none. */
import { createPublicKey, X509Certificate } from "node:crypto";
import {
  assertion,
  at,
  ENVELOPED,
  EXCLUSIVE,
  evil,
  forge,
  type Forgery,
  good,
  goodSigned,
  honest,
  keyInfo,
  ours,
  response,
  signature,
  signed,
  theirs,
  trust,
  VICTIM,
  withSignature,
} from "./forge.fixture.ts";

const objectIn = (text: string, content: string): string =>
  text.replace("</ds:Signature>", () => `<ds:Object>${content}</ds:Object></ds:Signature>`);

const goodResponse = response(assertion());
const goodResponseSignature = signature(goodResponse);

const wrapping: Forgery[] = [
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

const unsigned: Forgery[] = [
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
const hmac = (what: string, key: string | Buffer, method: string, hash: string): Forgery =>
  forge(`HMAC with ${what}`, honest({}, {}, { hmac: key, hash, signatureMethod: method }), /signed with/);

const algorithms: Forgery[] = [
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

/** All of them: what stands elsewhere than what is signed, what isn't signed, and what is signed in another way. */
export const forgedSignatures: readonly Forgery[] = [...wrapping, ...unsigned, ...algorithms];
