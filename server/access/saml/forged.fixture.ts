/** Answers that must not let anybody in, each with a part of the reason that is given. */
import { deflateRawSync, gzipSync } from "node:zlib";
import {
  at,
  attributes,
  encoded,
  forge,
  type Forgery,
  goodSigned,
  honest,
  response,
  signed,
  trust,
  VICTIM,
} from "./forge.fixture.ts";
import { forgedSignatures } from "./forgedSignatures.fixture.ts";

const entity = (declaration: string, use: string): string =>
  `<!DOCTYPE samlp:Response [${declaration}]>${honest({ address: "X" }).replace(">X<", `>${use}<`)}`;

const markup: Forgery[] = [
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
    honest({}, { before: "<samlp:x>".repeat(900) + "</samlp:x>".repeat(900) }),
    /deeper than 40/,
  ),
  forge("too many elements", honest({}, { before: "<samlp:x></samlp:x>".repeat(1000) }), /1000 elements/),
  forge("too many attributes", honest({}, { attributes: ` x="${"=".repeat(4000)}"` }), /4000 attributes/),
  forge("more than 128 kB", honest({}, { before: `<samlp:x>${"x".repeat(128 * 1024)}</samlp:x>` }), /128 kB/),
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

const ids: Forgery[] = [
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

const elsewhere: Forgery[] = [
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
export const forgedAnswers: readonly Forgery[] = [...forgedSignatures, ...markup, ...ids, ...elsewhere];
