/** Fetches the files of a description: the first from its address, others from the same origin. */
import { DESCRIPTION_LIMITS } from "../../importers/openapi.ts";
import type { OutboundFetch } from "../../ports/fetch.ts";
import { OutboundError } from "../../ports/outbound-error.ts";

export type SourceError = "FETCH_TIMEOUT" | "FETCH_ERROR" | "PARSE_ERROR";

/** A source gave no version, for a reason of its own. */
export class SourceFailed extends Error {
  override readonly name = "SourceFailed";
  readonly code: SourceError;
  constructor(code: SourceError, message: string) {
    super(message);
    this.code = code;
  }
}

const ACCEPT =
  "application/vnd.oai.openapi+json, application/json, application/yaml, text/yaml;q=0.9, */*;q=0.5";

/**
 * Fetches one file. `taken` bytes and `files` files are there already, of those that all may come to.
 * @throws SourceFailed
 */
export async function fetchFile(
  fetch: OutboundFetch,
  url: string,
  taken: number,
  files = 0,
): Promise<{ readonly body: Uint8Array; readonly url: string }> {
  if (files >= DESCRIPTION_LIMITS.files)
    throw new SourceFailed("PARSE_ERROR", `It is spread over more than ${DESCRIPTION_LIMITS.files} files.`);
  const maxBytes = DESCRIPTION_LIMITS.bytes - taken;
  try {
    const headers = { accept: ACCEPT };
    const answer = await fetch.fetch(url, { headers, maxBytes, maxDecodedBytes: maxBytes });
    if (files > 0 && new URL(answer.url).origin !== new URL(url).origin)
      throw new SourceFailed("FETCH_ERROR", `${url} leads to another origin.`);
    if (answer.status === 200) return { body: answer.body, url: answer.url };
    throw new SourceFailed("FETCH_ERROR", `${url} answers with status ${answer.status}.`);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const code = error.code === "FETCH_TIMEOUT" ? "FETCH_TIMEOUT" : "FETCH_ERROR";
    throw new SourceFailed(code, error.message);
  }
}

/** The address of a file by its name relative to the first one. @throws SourceFailed when it would leave the origin */
export function otherAddress(first: string, name: string): string {
  const url = new URL(name, first);
  if (url.origin !== new URL(first).origin)
    throw new SourceFailed("FETCH_ERROR", `${name} lies outside the description's origin.`);
  return url.href;
}
