import type { TSchema } from "typebox";
import { keptText } from "../content/kept.ts";
import type { Content } from "../content/store.ts";
import { type KeptAnswer, keptBytes, type PresentedShape } from "./operation.ts";
import { compileAnswer } from "./schemas.ts";
import { WrittenJson, withWritten } from "./writtenJson.ts";

/**
 * 200 with JSON that is made of content: written by its schema when it is first asked for, and kept under what it was
 * made of.
 * @param key hashes that decide it, and whatever else it depends on; unique within the kind
 */
export function keptJson<Schema extends TSchema>(
  content: Content,
  schema: Schema,
  kind: string,
  key: string,
  make: () => Promise<PresentedShape<Schema>>,
): KeptAnswer<Schema> {
  const bytes = keptText(content, kind, key, async () => {
    const made: unknown = await make();
    if (made instanceof WrittenJson) {
      // Its own part of the memory that it lies in: a short one shares that with others.
      const { buffer, byteOffset, byteLength } = made.bytes;
      return Buffer.from(buffer, byteOffset, byteLength);
    }
    return withWritten(compileAnswer(schema)(made), made as object);
  });
  return keptBytes({ schema, key: `${kind} ${key}`, bytes });
}
