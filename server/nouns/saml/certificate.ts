import { X509Certificate } from "node:crypto";
import { invalidField } from "../../http/errors.ts";

const PEM = /^-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----$/;
const LEAST_RSA_BITS = 2048;

/**
 * The certificate of an identity provider as a canonical PEM text; it is given as one, or as the bare base64 that
 * metadata documents hold. Its dates are not looked at: what counts is that an administrator trusts this key.
 * @throws 400 when it is none, more than one, or holds a key that signatures can't be trusted by
 */
export function readCertificate(given: string): string {
  const text = given.trim();
  const base64 = (PEM.exec(text)?.[1] ?? text).replace(/\s+/g, "");
  const certificate = parse(base64);
  if (certificate === undefined) {
    throw invalidField(
      "/certificate",
      "is not an X.509 certificate. Paste the signing certificate that your identity provider shows, as PEM or base64.",
    );
  }
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
  if (asymmetricKeyType !== "rsa" || (asymmetricKeyDetails?.modulusLength ?? 0) < LEAST_RSA_BITS) {
    throw invalidField("/certificate", "must hold an RSA key of at least 2048 bits.");
  }
  return certificate.toString();
}

function parse(base64: string): X509Certificate | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined;
  const bytes = Buffer.from(base64, "base64");
  try {
    const certificate = new X509Certificate(bytes);
    // OpenSSL stops reading where the certificate ends; what follows it was not meant to be there.
    return certificate.raw.length === bytes.length ? certificate : undefined;
  } catch {
    return undefined;
  }
}
