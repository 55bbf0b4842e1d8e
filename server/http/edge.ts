import type { Identities, Identity } from "../access/identity.ts";
import type { Deps } from "../deps.ts";
import type { Cursors } from "./cursor.ts";
import type { Queue } from "../turns/queue.ts";
import type { RateLimit } from "../turns/limits.ts";

/** What the edge needs beside the operations' own dependencies. */
export interface Edge {
  readonly deps: Deps;
  readonly identities: Identities;
  /**
   * Who is signed in, by a `Cookie` header; undefined for a session that is unknown, ended or expired.
   * @param stranger is called before the database is asked
   */
  readonly identifySession: (cookies: string, stranger?: () => void) => Promise<Identity | undefined>;
  readonly cursors: Cursors;
  /** undefined: no limit. */
  readonly rateLimit: RateLimit | undefined;
  /** Of operations that cost much. */
  readonly places: Queue;
}
