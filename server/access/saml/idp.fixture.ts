/** Keys and certificates of identity providers that exist for a test only. */
import { generateKeyPairSync } from "node:crypto";
import { selfSignedWith } from "../../ports/certificate.fixture.ts";

export interface IdpKeys {
  /** PEM, PKCS #8. */
  readonly key: string;
  /** PEM, in the form in which it is stored. */
  readonly certificate: string;
  /** The certificate as metadata documents hold it. */
  readonly base64: string;
}

/** A key of 2048 bits with its certificate. */
export function idpKeys(): IdpKeys {
  const { key, cert } = selfSignedWith(
    generateKeyPairSync("rsa", { modulusLength: 2048 }),
    "idp.example.com",
  );
  return { key, certificate: cert, base64: cert.replace(/-----[A-Z ]+-----|\s/g, "") };
}

/** A certificate whose key is too short to be trusted. */
export function weakCertificate(): string {
  return selfSignedWith(generateKeyPairSync("rsa", { modulusLength: 1024 }), "idp.example.com").cert;
}
