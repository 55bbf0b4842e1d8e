import type { Readable } from "node:stream";

/** What is asked, and how much of an answer is taken. Each limit has a default that suits a document. */
export type OutboundRequest = {
  readonly method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
  readonly headers?: Readonly<Record<string, string>>;
  /** One that comes bit by bit is sent once: no redirect is followed with it. */
  readonly body?: string | Uint8Array | Readable;
  /** How many bytes one has that comes bit by bit: not every host takes a body whose length isn't said. */
  readonly bodyBytes?: number;
  /** The content types taken, such as `text/html` or `image/*`. Anything else with status 2xx is INVALID_CONTENT. */
  readonly accept?: readonly string[];
  /** Bytes on the wire (10 MiB); what they decode to may be `maxDecodedBytes` (five times `maxBytes`). */
  readonly maxBytes?: number;
  readonly maxDecodedBytes?: number;
  /** Milliseconds for all of it, redirects and body included (20,000). */
  readonly timeout?: number;
  /** Milliseconds from the sent request to the answer's headers (5000). */
  readonly headersTimeout?: number;
  /** How many redirects are followed (3). */
  readonly maxRedirects?: number;
  /** Gives a redirect as the answer that it is, and follows none. */
  readonly givesRedirects?: boolean;
  /**
   * Asks over a connection that is kept for the next who asks the same host: for what is asked again and again, and may
   * be asked twice.
   */
  readonly isRepeated?: boolean;
  /** Breaks it off, at any time; its reason is an OutboundError. */
  readonly signal?: AbortSignal | undefined;
};
