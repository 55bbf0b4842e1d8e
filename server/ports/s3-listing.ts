/** An object of a bucket: size in bytes, time in milliseconds. */
type S3Object = { readonly key: string; readonly size: number; readonly storedAt: number };

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/**
 * What an answer to ListObjectsV2 says, and the token of the next page where there is one. The answer is a flat
 * machine-written list of elements without attributes that matter, so each is found by its name.
 */
export function readListing(xml: string): { objects: S3Object[]; next: string | undefined } {
  const objects = Array.from(xml.matchAll(/<Contents>(.*?)<\/Contents>/gs), ([, inner = ""]) => ({
    key: element(inner, "Key") ?? "",
    size: Number(element(inner, "Size") ?? 0),
    storedAt: Date.parse(element(inner, "LastModified") ?? ""),
  }));
  const truncated = element(xml, "IsTruncated") === "true";
  return { objects, next: truncated ? element(xml, "NextContinuationToken") : undefined };
}

/** The text of the first element of this name. */
export function element(xml: string, name: string): string | undefined {
  const raw = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return raw?.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, named) => {
    if (named !== undefined) return ENTITIES[String(named)] ?? whole;
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16));
  });
}
