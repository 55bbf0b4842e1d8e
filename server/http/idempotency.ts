import { createHash } from "node:crypto";
import type { Read, Write } from "../db/database.ts";
import type { Secrets } from "../ports/secrets.ts";
import { conflict, invalid } from "./errors.ts";
import type { Outcome } from "./operation.ts";
import type { WrittenAnswer } from "./send.ts";

/** How long an answer is kept for a repeated request. */
const KEPT_MS = 24 * 3600 * 1000;
const LONGEST_KEY = 255;
/** The largest answer that is kept, in UTF-16 units: a merged page is answered whole, and would be kept again each time. */
const LARGEST_KEPT = 256 * 1024;

/** A request that carries an `Idempotency-Key`. */
export interface IdempotentRequest {
  /** The answer that was kept for it, if it ran before. */
  find(read: Read, now: number): Promise<Outcome | undefined>;
  /** Takes the key inside the change's transaction; the earlier answer when another request was faster. */
  claim(tx: Write, now: number): Promise<Outcome | undefined>;
  keep(tx: Write, outcome: Outcome): Promise<void>;
}

interface Input {
  readonly secrets: Secrets;
  readonly userId: string;
  readonly key: string;
  /** As what the user asks: what is kept for a person is no installation's, nor one's who came in by another way. */
  readonly caller: readonly (string | undefined)[];
  /** Operation id and path: the same key for another address is another request. */
  readonly operation: string;
  readonly body: unknown;
  /** For requests that carry a file: its digest, once it has been read. */
  readonly upload?: () => string | undefined;
  /** The answer as it is sent. */
  readonly write: (outcome: Outcome) => WrittenAnswer;
}

/** @throws 400 when the key is empty, too long or not printable ASCII */
export function idempotentRequest(input: Input): IdempotentRequest {
  const { secrets, userId, operation } = input;
  const key = keyOf(input);
  const requestHash = () => hashOf(input);
  // The answer may carry a secret (a new token): what is kept opens only for this user and key.
  const place = `idempotency|body|${userId}|${key}`;

  async function find(read: Read, now: number): Promise<Outcome | undefined> {
    // A file decides what the request is: until it has been read, nothing can be compared.
    if (input.upload !== undefined && input.upload() === undefined) return undefined;
    const row = await read
      .selectFrom("idempotency")
      .selectAll()
      .where("user_id", "=", userId)
      .where("key", "=", key)
      .where("created_at", ">", now - KEPT_MS)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    if (row.request_hash !== requestHash()) throw reusedKey();
    if (row.state === "large") throw answerNotKept();
    const text = row.body === null ? undefined : Buffer.from(secrets.open(row.body, place)).toString();
    return {
      status: row.status ?? 200,
      headers: { ...JSON.parse(row.headers ?? "{}"), "idempotent-replayed": "true" },
      ...(text === undefined ? {} : { text }),
    };
  }

  return {
    find,
    async claim(tx, now) {
      const hash = requestHash();
      const taken = await tx
        .insertInto("idempotency")
        .values({
          user_id: userId,
          key,
          operation,
          request_hash: hash,
          state: "running",
          created_at: now,
        })
        .onConflict((oc) =>
          oc
            .columns(["user_id", "key"])
            .doUpdateSet({ operation, request_hash: hash, state: "running", created_at: now })
            .where("idempotency.created_at", "<=", now - KEPT_MS),
        )
        .returning("key")
        .executeTakeFirst();
      return taken === undefined ? find(tx, now) : undefined;
    },
    async keep(tx, outcome) {
      const { status, headers, text } = input.write(outcome);
      const isLarge = text !== undefined && text.length > LARGEST_KEPT;
      await tx
        .updateTable("idempotency")
        .set({
          state: isLarge ? "large" : "done",
          status,
          headers: JSON.stringify(headers),
          body: text === undefined || isLarge ? null : secrets.seal(text, place),
        })
        .where("user_id", "=", userId)
        .where("key", "=", key)
        .execute();
    },
  };
}

const reusedKey = () =>
  conflict(
    "idempotency-key-reused",
    "This Idempotency-Key was used for another request. Use a new key for each new request.",
  );

const answerNotKept = () =>
  conflict(
    "answer-not-kept",
    "This request was carried out, and its answer was too large to be kept. Read what it changed; don't send it again.",
  );

/** What an answer is kept under: other callers' keys have spaces, which nobody can send, so nobody writes one. */
function keyOf({ key, caller }: Input): string {
  if (key.length > LONGEST_KEY || !/^[\x21-\x7e]+$/.test(key))
    throw invalid(`Idempotency-Key: use 1 to ${LONGEST_KEY} printable characters without spaces.`);
  if (caller.every((part) => part === undefined)) return key;
  return [...caller.map((part) => part ?? ""), key].join(" ");
}

/** What tells one request from another: where it goes, its body, and its file. */
function hashOf({ operation, body, upload }: Input): string {
  return createHash("sha256")
    .update(JSON.stringify([operation, body ?? null, upload?.() ?? null]))
    .digest("hex");
}
