/** What an outbound request may fail with: a caller, or a stranger reading his answer, learns no more than this. */
export type OutboundCode = "FETCH_TIMEOUT" | "FETCH_FAILED" | "INVALID_CONTENT" | "TOO_LARGE";

// One sentence a code: an error text that told a closed port from a refused address would map the network behind us.
const MESSAGES: Record<OutboundCode, string> = {
  FETCH_TIMEOUT: "The address took too long to answer.",
  FETCH_FAILED:
    "The address could not be fetched. Check that it is right and open to the public. One in a private network takes LECTERN_ALLOW_PRIVATE_NETWORK=1 on the server.",
  INVALID_CONTENT: "The address answered with something else than what is expected here.",
  TOO_LARGE: "The address answered with more than is allowed here.",
};

/** An outbound request that failed. `cause` is for our own log only. */
export class OutboundError extends Error {
  override readonly name = "OutboundError";
  readonly code: OutboundCode;
  constructor(code: OutboundCode, cause?: unknown) {
    super(MESSAGES[code], { cause });
    this.code = code;
  }
}

const CODES: Record<string, OutboundCode> = {
  ETIMEDOUT: "FETCH_TIMEOUT",
  HPE_HEADER_OVERFLOW: "TOO_LARGE",
};

/** Whatever went wrong as an OutboundError. */
export function outboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (/^Z_|^ERR__ERROR_FORMAT/.test(code)) return new OutboundError("INVALID_CONTENT", error);
  return new OutboundError(CODES[code] ?? "FETCH_FAILED", error);
}
