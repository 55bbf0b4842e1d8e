import type { IncomingMessage } from "node:http";
import type { Transform } from "node:stream";
import { pipeline, Readable } from "node:stream";
import { createBrotliDecompress, createUnzip } from "node:zlib";
import { OutboundError, outboundError } from "./outbound-error.ts";

/** How much of an answer is taken, in bytes, and how many times larger than on the wire it may unfold. */
type BodyLimits = {
  readonly maxBytes: number;
  readonly maxDecodedBytes: number;
  readonly maxRatio: number;
};

const DECODERS: Record<string, () => Transform> = {
  gzip: createUnzip,
  "x-gzip": createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
};
const MOST_CODINGS = 2;
/** Below this a page of blanks may well shrink a thousand times; above it only a bomb does. */
const RATIO_COUNTS_FROM = 1024 * 1024;

/**
 * The content of an answer, decoded while it is read. Throws OutboundError while being read:
 * the reason of `signal`, if that broke it. Stopping early closes the answer as well.
 */
export async function* decodedBody(
  answer: IncomingMessage,
  limits: BodyLimits,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  let onWire = 0;
  let decoded = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of answer as AsyncIterable<Uint8Array>) {
      onWire += chunk.byteLength;
      if (onWire > limits.maxBytes) throw new OutboundError("TOO_LARGE");
      yield chunk;
    }
    // A body that ends with its connection looks whole when it was us who broke it.
    signal.throwIfAborted();
  }
  try {
    for await (const chunk of through(counted(), decodersFor(answer.headers["content-encoding"] ?? ""))) {
      decoded += chunk.byteLength;
      const bomb = decoded > RATIO_COUNTS_FROM && decoded > onWire * limits.maxRatio;
      if (bomb || decoded > limits.maxDecodedBytes) throw new OutboundError("TOO_LARGE");
      yield chunk;
    }
  } catch (error) {
    // An answer to HEAD, or a 304, names an encoding without having a body: nothing decodes to nothing.
    if (onWire === 0 && isCutShort(error)) return;
    throw outboundError(signal.aborted ? signal.reason : error);
  } finally {
    answer.destroy();
  }
}

function isCutShort(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "Z_BUF_ERROR";
}

function through(
  source: AsyncIterable<Uint8Array>,
  decoders: readonly Transform[],
): AsyncIterable<Uint8Array> {
  if (decoders.length === 0) return source;
  let last: Readable = Readable.from(source);
  // pipeline hands errors on and tears everything down; reading `last` throws them.
  for (const decoder of decoders) last = pipeline(last, decoder, () => undefined);
  return last;
}

function decodersFor(encoding: string): Transform[] {
  const codings = encoding
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
  const makers = codings.map((coding) => (Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined));
  if (codings.length > MOST_CODINGS || makers.includes(undefined)) throw new OutboundError("INVALID_CONTENT");
  // The last coding named was the last applied, so it is the first to come off.
  return makers.toReversed().flatMap((make) => (make === undefined ? [] : [make()]));
}
