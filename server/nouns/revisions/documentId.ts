/**
 * The ids by which a space's answers name texts. Bodies are shared by all spaces and named by their hash; an id is that
 * hash with a proof that this space named it. So a text is found by its id at once, without an index of what each
 * revision holds, and neither a hash nor an id of another space opens anything (decisions/012).
 */
import type { SpaceKey } from "../../db/schema.ts";
import { contentHash, HASH_LENGTH } from "../../../engine/hash.ts";
import { MissingBody } from "../../content/store.ts";
import type { Deps } from "../../deps.ts";
import { Beside } from "../../memory/beside.ts";
import { type Kept, openKept } from "../../memory/kept.ts";
import type { Secrets } from "../../ports/secrets.ts";

/** Characters of the proof: 132 bits. */
const PROOF = 22;
/** A space of ten thousand pages names them all whenever one of them has changed. */
const kept = new Beside<Kept<string>, Secrets>();
const openIds = () => openKept<string>("document_ids", { bytesOf: (id) => id.length });

/** What the empty text is named by: it has an id as all others have, and no body. */
const EMPTY = contentHash("");

/** The id of a text of a space. @param hash of the body; undefined for the empty text */
export function documentIdOf(secrets: Secrets, space: string, hash: string = EMPTY): string {
  const known = kept.make(secrets, openIds);
  const key = `${space}/${hash}`;
  return known.get(key) ?? known.set(key, hash + secrets.sign("document", key).slice(0, PROOF));
}

/** A text that a space has answered by an id. */
interface IdentifiedText {
  /** Of its body; undefined for the empty text. */
  readonly hash: string | undefined;
  readonly text: string;
}

/** The text that an id of a space names; undefined for what this space never answered, and for what is kept no longer. */
export async function textOfDocument(
  { secrets, content }: Pick<Deps, "secrets" | "content">,
  { id: space, organization_id: organization }: SpaceKey,
  id: string,
): Promise<IdentifiedText | undefined> {
  const [hash, proof] = [id.slice(0, HASH_LENGTH), id.slice(HASH_LENGTH)];
  if (!secrets.verifyStart("document", `${space}/${hash}`, proof, PROOF)) return undefined;
  if (hash === EMPTY) return { hash: undefined, text: "" };
  try {
    return { hash, text: await content.of(organization).body(hash) };
  } catch (error) {
    if (error instanceof MissingBody) return undefined;
    throw error;
  }
}
