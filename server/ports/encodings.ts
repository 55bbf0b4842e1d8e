/**
 * How bytes are packed on their way. Browsers ask for Brotli where a page came by HTTPS, and for gzip alone where it came
 * by plain HTTP, as it does inside many companies; so do most programs.
 */
import type { IncomingHttpHeaders } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";

const named = (encoding: string): RegExp =>
  new RegExp(`(?:^|[\\s,])${encoding}(?=[\\s,;]|$)(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`, "i");
const BROTLI = named("br");
const GZIP = named("gzip");

/**
 * The smallest of the encodings that a request takes.
 * @param headers of which `Accept-Encoding` says it; one with a quality of zero is refused
 */
export function encodingFor({ "accept-encoding": accepted }: IncomingHttpHeaders): Encoding {
  if (accepted === undefined) return "identity";
  if (BROTLI.test(accepted)) return "br";
  return GZIP.test(accepted) ? "gzip" : "identity";
}

const byBrotli = promisify(brotliCompress);
const byGzip = promisify(gzip);

/**
 * The bytes in an encoding.
 * @param quality of Brotli, 0 to 11: what is kept longer is worth more. gzip has one, which is as quick as Brotli's 4
 */
export async function encoded(bytes: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === "identity") return bytes;
  if (encoding === "gzip") return byGzip(bytes);
  return byBrotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}
