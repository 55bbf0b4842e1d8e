import { encoded, type Encoding } from "../ports/encodings.ts";
import type { Content } from "./store.ts";

/** Level 1 is smaller and faster than gzip on page trees; what is kept long is worth a little more. */
const QUALITY = 4;

/**
 * The bytes of a text made of content, kept in memory under what it was made of, plain and packed. Each form is
 * made when it is first asked for.
 * @param key hashes that decide the text, and whatever else it depends on
 */
export function keptText(
  content: Content,
  kind: string,
  key: string,
  compute: () => Promise<string | Buffer> | string | Buffer,
): (encoding: Encoding) => Promise<Buffer> {
  const identity = () =>
    content.derived(kind, key, async () => {
      const made = await compute();
      return typeof made === "string" ? Buffer.from(made) : made;
    });
  return (encoding) =>
    encoding === "identity"
      ? identity()
      : content.derived(`${kind}.${encoding}`, key, async () => encoded(await identity(), encoding, QUALITY));
}
