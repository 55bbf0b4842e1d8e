import { generateKeyPairSync, type KeyPairKeyObjectResult, randomBytes, sign } from "node:crypto";

/**
 * A key and a self-signed certificate for these host names, good for an hour: made here, so that no private key lies in
 * the repository and none runs out. Only as much of X.509 as a test server needs.
 */
export function selfSigned(...hosts: string[]): { key: string; cert: string } {
  return selfSignedWith(generateKeyPairSync("ec", { namedCurve: "prime256v1" }), ...hosts);
}

/** The same for a key pair that is there already. */
export function selfSignedWith(
  { privateKey, publicKey }: KeyPairKeyObjectResult,
  ...hosts: string[]
): { key: string; cert: string } {
  const oid = privateKey.asymmetricKeyType === "rsa" ? "06092a864886f70d01010b0500" : "06082a8648ce3d040302";
  const algorithm = sequence(Buffer.from(oid, "hex"));
  const name = sequence(der(0x31, sequence(Buffer.from("0603550403", "hex"), der(0x0c, "test"))));
  const names = sequence(...hosts.map((host) => der(0x82, host)));
  const alternativeNames = sequence(Buffer.from("0603551d11", "hex"), der(0x04, names));
  const body = sequence(
    der(0xa0, der(0x02, "\x02")),
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    algorithm,
    name,
    sequence(time(-3_600_000), time(3_600_000)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(alternativeNames)),
  );
  const signature = der(0x03, Buffer.concat([Buffer.of(0), sign("sha256", body, privateKey)]));
  const whole = sequence(body, algorithm, signature).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
  };
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function time(fromNow: number): Buffer {
  const text = new Date(Date.now() + fromNow).toISOString().replace(/[-:T]/g, "");
  return der(0x17, `${text.slice(2, 14)}Z`);
}

function der(tag: number, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content as string, "latin1");
  const { length } = bytes;
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), bytes]);
}
