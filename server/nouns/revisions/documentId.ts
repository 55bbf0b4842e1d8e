/**
 * The ids by which a space's answers name texts. Bodies are shared by all spaces and named by their hash; an id is that
 * hash with a proof that this space named it. So a text is found by its id at once, without an index of what each
 * revision holds, and neither a hash nor an id of another space opens anything (decisions/012).
 */
import { LRUCache } from "lru-cache";
import { HASH_LENGTH } from "../../../engine/hash.ts";
import type { Secrets } from "../../ports/secrets.ts";

/** Characters of the proof: 132 bits. */
const PROOF = 22;
/** A space of ten thousand pages names them all whenever one of them has changed. */
const MOST_KEPT = 20_000;
const kept = new WeakMap<Secrets, LRUCache<string, string>>();

/** The id of a text of a space. @param hash of the body */
export function documentIdOf(secrets: Secrets, space: string, hash: string): string {
  const known = kept.get(secrets) ?? new LRUCache<string, string>({ max: MOST_KEPT });
  kept.set(secrets, known);
  const key = `${space}/${hash}`;
  let id = known.get(key);
  if (id === undefined) {
    id = hash + secrets.sign("document", key).slice(0, PROOF);
    known.set(key, id);
  }
  return id;
}

/** The hash of the body that an id of a space names; undefined for what this space never answered. */
export function hashOfDocument(secrets: Secrets, space: string, id: string): string | undefined {
  const [hash, proof] = [id.slice(0, HASH_LENGTH), id.slice(HASH_LENGTH)];
  return secrets.verifyStart("document", `${space}/${hash}`, proof, PROOF) ? hash : undefined;
}
