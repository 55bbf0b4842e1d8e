import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { BlobsAway } from "./blobs.ts";
import { keptConnections, sendHttp } from "./http-request.ts";
import { element } from "./s3-listing.ts";
import { StartRefused } from "./start-refused.ts";

/** One request to the bucket. `body` is called for each attempt; `sha256` and `size` are of the body. */
export type S3Request = {
  readonly method: "GET" | "HEAD" | "PUT" | "DELETE";
  /** The object; without, the bucket itself. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: () => Uint8Array | Readable;
  readonly size?: number;
  readonly sha256?: string;
  /** The statuses that are an answer; any other is thrown. */
  readonly expect: readonly number[];
};

export type S3Options = {
  readonly url: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stall?: number;
};

type Target = { base: URL; region: string; prefix: string; keys: ReturnType<typeof keysFrom> };

const SHA256_OF_NOTHING = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 50;
const PATIENCE = { connectTimeout: 5000, headersTimeout: 60_000 };
/** Milliseconds in which nothing of an answer comes, or is taken: a reader may be slow, a store that died never goes on. */
const STALL_MS = 5 * 60_000;
const OPTIONS = new Set(["endpoint", "region", "prefix", "path-style"]);

/**
 * A signing client for one bucket. `url` is `s3://bucket?endpoint=…&region=…&prefix=…&path-style=…`: without an
 * endpoint Amazon's own; region else from AWS_REGION or us-east-1; the bucket is part of the path (`path-style=true`,
 * default where an endpoint is given) or of the host. Keys come from AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and
 * AWS_SESSION_TOKEN in `env`. Throws StartRefused with one line when something is missing or unknown. What is asked
 * must be safe to ask twice: after 5xx, 429 or a broken connection it is. An answer that stops in the middle, for
 * `stall` milliseconds, ends with an error.
 */
export function openS3({ url, env, stall = STALL_MS }: S3Options) {
  const target = readTarget(url, env);
  const agents = keptConnections(64);
  return {
    prefix: target.prefix,
    ask: async (request: S3Request) =>
      endStalled(await insist(() => send(target, agents, request), request), stall),
    close: (): void => {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

function readTarget(url: string, env: Readonly<Record<string, string | undefined>>): Target {
  const given = URL.canParse(url) ? new URL(url) : undefined;
  if (
    given?.protocol !== "s3:" ||
    !/^[a-z0-9][a-z0-9.-]{2,62}$/.test(given.hostname) ||
    given.pathname.length > 1
  ) {
    throw new StartRefused(
      "LECTERN_BLOB_URL has to look like s3://bucket?endpoint=https://…&region=…&prefix=…",
    );
  }
  const unknown = [...given.searchParams.keys()].find((name) => !OPTIONS.has(name));
  if (unknown !== undefined) throw new StartRefused(`LECTERN_BLOB_URL has an unknown option: ${unknown}`);
  const region =
    given.searchParams.get("region") ?? env["AWS_REGION"] ?? env["AWS_DEFAULT_REGION"] ?? "us-east-1";
  const endpoint = given.searchParams.get("endpoint") ?? `https://s3.${region}.amazonaws.com`;
  const prefix = given.searchParams.get("prefix") ?? "";
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol)) {
    throw new StartRefused("The endpoint in LECTERN_BLOB_URL has to be an http or https address.");
  }
  if (!/^[\w./-]*$/.test(prefix) || prefix.startsWith("/")) {
    throw new StartRefused(
      "The prefix in LECTERN_BLOB_URL may hold letters, digits and . _ - /, and not start with /.",
    );
  }
  const inPath = given.searchParams.get("path-style") ?? String(given.searchParams.has("endpoint"));
  const base = new URL(endpoint);
  if (inPath === "false") base.hostname = `${given.hostname}.${base.hostname}`;
  base.pathname = inPath === "false" ? "/" : `/${given.hostname}/`;
  // A folder in any case: what lies below it could otherwise be an owner's folder for whoever has a shorter prefix.
  const folder = prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`;
  return { base, region, prefix: folder, keys: keysFrom(env) };
}

function keysFrom(env: Readonly<Record<string, string | undefined>>) {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN } = env;
  if (!accessKeyId || !secretAccessKey) {
    throw new StartRefused("LECTERN_BLOB_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY as well.");
  }
  return { accessKeyId, secretAccessKey, ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }) };
}

async function send(
  { base, region, keys }: Target,
  agents: ReturnType<typeof keptConnections>,
  asked: S3Request,
) {
  const url = new URL(asked.key ?? "", base);
  for (const [name, value] of Object.entries(asked.query ?? {})) url.searchParams.set(name, value);
  const size = asked.size === undefined ? {} : { "content-length": String(asked.size) };
  const hash = { "x-amz-content-sha256": asked.sha256 ?? SHA256_OF_NOTHING };
  const headers = { ...asked.headers, ...hash };
  const signer = new AwsV4Signer({
    ...keys,
    method: asked.method,
    url: url.href,
    headers,
    service: "s3",
    region,
  });
  const signed = await signer.sign();
  const body = asked.body?.();
  return sendHttp(signed.url, {
    ...PATIENCE,
    method: asked.method,
    headers: { ...Object.fromEntries(signed.headers), ...size },
    agents,
    ...(body !== undefined && { body }),
  });
}

async function insist(once: () => Promise<IncomingMessage>, asked: S3Request): Promise<IncomingMessage> {
  for (let attempt = 1; ; attempt++) {
    const answer = await once().catch((error: Error) => error);
    if (!(answer instanceof Error) && asked.expect.includes(answer.statusCode ?? 0)) return answer;
    const passing = answer instanceof Error || (answer.statusCode ?? 0) >= 500 || answer.statusCode === 429;
    if (passing && attempt < ATTEMPTS) {
      if (!(answer instanceof Error)) answer.destroy();
      await pause(FIRST_PAUSE_MS * 4 ** (attempt - 1));
    } else {
      throw answer instanceof Error ? unreachable(answer) : await refusal(answer, asked.method);
    }
  }
}

function endStalled(answer: IncomingMessage, stall: number): IncomingMessage {
  const { socket } = answer;
  const end = (): void =>
    void answer.destroy(new BlobsAway("The file store stopped in the middle of an answer."));
  socket.setTimeout(stall, end);
  // The connection serves others afterwards.
  answer.once("close", () => socket.off("timeout", end).setTimeout(0));
  return answer;
}

function unreachable(cause: Error): Error {
  return new BlobsAway(`The file store could not be reached: ${cause.message}`, { cause });
}

async function refusal(answer: IncomingMessage, method: string): Promise<Error> {
  const code = element(await text(answer).catch(() => ""), "Code") ?? "";
  return new BlobsAway(`The file store answered ${answer.statusCode} ${code} to ${method}.`);
}
