/** The two places where node-saml is used: asking an identity provider, and holding its signature to its certificate. */
import type { SamlConfig } from "@node-saml/node-saml";
import { type AssertedPerson, type Node, readAssertion } from "./assertion.ts";
import { type Envelope, readEnvelope } from "./envelope.ts";
import { distrust, type RefusalKind, SamlRefused } from "./refused.ts";

/** An identity provider, and who we are to it. */
export interface Trust {
  /** Where people are sent. */
  readonly ssoURL: string;
  /** The identity provider's id. */
  readonly issuer: string;
  /** PEM: the only certificate whose signatures count, whatever an answer carries. */
  readonly certificate: string;
  readonly acsURL: string;
  /** Our id, and the audience of what is meant for us. */
  readonly entityID: string;
}

const EMAIL_ADDRESS = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";

function settings(trust: Omit<Trust, "issuer">): SamlConfig {
  return {
    entryPoint: trust.ssoURL,
    callbackUrl: trust.acsURL,
    issuer: trust.entityID,
    // The audience is looked at in assertion.ts, which says what to do about a wrong one.
    audience: false,
    idpCert: trust.certificate,
    wantAssertionsSigned: true,
    // Many providers sign the assertion alone; where the answer is signed too, `verifyAnswer` asks for both.
    wantAuthnResponseSigned: false,
    identifierFormat: EMAIL_ADDRESS,
    // How people prove themselves to their identity provider is its affair.
    disableRequestedAuthnContext: true,
    // Requests are remembered in the database, and times compared with the installation's clock: not here.
    validateInResponseTo: "never" as SamlConfig["validateInResponseTo"],
    acceptedClockSkewMs: -1,
  } as SamlConfig;
}

async function open(config: SamlConfig) {
  // An older module has only its default when it is bundled.
  const { SAML } = (await import("@node-saml/node-saml")).default;
  return new SAML(config);
}

/**
 * The address that asks an identity provider who somebody is.
 * @param requestId what the answer has to answer
 * @param relayState comes back beside the answer; says nothing to anybody else
 */
export async function requestUrl(trust: Trust, requestId: string, relayState: string): Promise<string> {
  const saml = await open({ ...settings(trust), generateUniqueId: () => requestId });
  return saml.getAuthorizeUrlAsync(relayState, undefined, {});
}

/** Our metadata document. */
export async function metadataOf(trust: Pick<Trust, "acsURL" | "entityID">, id: string): Promise<string> {
  // It tells nothing about the identity provider, so it can be read before there is one.
  const config = settings({ ...trust, ssoURL: "https://idp.invalid", certificate: "none" });
  const saml = await open({ ...config, generateUniqueId: () => id });
  return saml.generateServiceProviderMetadata(null);
}

/**
 * What an identity provider answers, after its shape, its signature and everything that it says were checked.
 * @param posted the SAMLResponse as it was posted
 * @throws SamlRefused
 */
export async function verifyAnswer(
  trust: Trust,
  posted: string,
  asked: { readonly requestId: string; readonly now: number },
): Promise<AssertedPerson> {
  const envelope = readEnvelope(posted);
  checkOutside(envelope, trust, asked.requestId);
  const assertion = await signedAssertion(trust, envelope);
  return readAssertion(assertion, {
    issuer: trust.issuer,
    audience: trust.entityID,
    recipient: trust.acsURL,
    ...asked,
  });
}

/** An answer that was posted, as values that a thread can be given. */
export interface AnswerPosted {
  readonly trust: Trust;
  readonly posted: string;
  readonly asked: { readonly requestId: string; readonly now: number };
}

/** What came of it, and the milliseconds that it took. */
export type Judgement = { readonly took: number } & (
  | { readonly person: AssertedPerson }
  | { readonly refusal: { readonly kind: RefusalKind; readonly message: string } }
);

/** The same as `verifyAnswer`, with refusals as values. */
export async function judgeAnswer({ trust, posted, asked }: AnswerPosted): Promise<Judgement> {
  const began = performance.now();
  const took = (): number => performance.now() - began;
  try {
    return { person: await verifyAnswer(trust, posted, asked), took: took() };
  } catch (error) {
    if (!(error instanceof SamlRefused)) throw error;
    return { refusal: { kind: error.kind, message: error.message }, took: took() };
  }
}

/** What stands outside of the signed assertion must not contradict it. */
function checkOutside(envelope: Envelope, { acsURL, issuer }: Trust, requestId: string): void {
  if (envelope.inResponseTo !== requestId) distrust("It answers another request.");
  if (envelope.destination !== undefined && envelope.destination !== acsURL) {
    distrust(`It was sent to another address. Set the assertion consumer service to ${acsURL}.`);
  }
  if (envelope.isSigned && envelope.destination === undefined)
    distrust("It is signed and says not for whom.");
  if (envelope.issuer !== undefined && envelope.issuer !== issuer) {
    distrust(`It is issued by ${envelope.issuer}, and the provider's entityID is ${issuer}.`);
  }
}

/** The assertion as it is in the bytes that the signature covers. */
async function signedAssertion(trust: Trust, { base64, isSigned }: Envelope): Promise<Node> {
  try {
    const saml = await open({ ...settings(trust), wantAuthnResponseSigned: isSigned });
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: base64 });
    const parsed = profile?.getAssertion?.() as { Assertion?: Node } | undefined;
    return parsed?.Assertion ?? distrust("It has no assertion.");
  } catch (error) {
    if (error instanceof SamlRefused) throw error;
    return distrust(`It doesn't verify: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
