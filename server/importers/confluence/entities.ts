/** The objects of a Confluence space as its XML export has them, in one file that may be large. */
import { openPace } from "../../turns/pace.ts";
import type { ImportFile } from "../files.ts";
import { ImportRefused } from "../refusal.ts";
import { openXml } from "../xml.ts";

/** An object: its properties that are text or a number, and the ids of the objects that others refer to. */
export interface ExportedObject {
  readonly type: string;
  readonly id: string;
  readonly values: ReadonlyMap<string, string>;
  readonly references: ReadonlyMap<string, string>;
}

const READ = new Set(["Space", "Page", "BlogPost", "BodyContent", "Attachment"]);
const PIECE = 256 * 1024;
/** Characters of one property: a body is one. */
const LONGEST = 5_000_000;
/** Of each kind that an object keeps; those of a page are some dozens. */
const MOST_PROPERTIES = 1_000;
// What no XML may hold, and exports hold nevertheless.
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/**
 * Tells each object of a file in turn.
 * @throws ImportRefused for what is no such export
 */
export async function readObjects(
  file: ImportFile,
  told: (object: ExportedObject) => Promise<void> | void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const pace = openPace();
  const bytes = await file.read();
  const decoder = new TextDecoder();
  const waiting: ExportedObject[] = [];
  const xml = openXml(objectHandlers((object) => waiting.push(object)));
  try {
    for (let at = 0; at < bytes.byteLength; at += PIECE) {
      signal?.throwIfAborted();
      await pace();
      xml.write(decoder.decode(bytes.subarray(at, at + PIECE), { stream: true }).replace(FORBIDDEN, ""));
      for (const object of waiting.splice(0)) await told(object);
    }
    xml.write(decoder.decode().replace(FORBIDDEN, ""));
    xml.end();
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof Error) || error.constructor !== Error) throw error;
    throw new ImportRefused("damaged", `${file.path} can't be read: ${error.message.slice(0, 200)}.`);
  }
  for (const object of waiting) await told(object);
}

interface ObjectDraft {
  readonly type: string;
  id: string;
  readonly values: Map<string, string>;
  readonly references: Map<string, string>;
}

function objectHandlers(found: (object: ExportedObject) => void): Parameters<typeof openXml>[0] {
  let object: ObjectDraft | undefined;
  /** The names of the elements around, from the object down. */
  const path: string[] = [];
  let property = "";
  let isReference = false;
  let text = "";
  return {
    open: (name, attributes) => {
      const type = attributes["class"] ?? "";
      if (object === undefined) {
        if (name === "object" && READ.has(type))
          object = { type, id: "", values: new Map(), references: new Map() };
        return;
      }
      path.push(name);
      text = "";
      if (path.length === 1 && name === "property") {
        property = attributes["name"] ?? "";
        isReference = type !== "" && !type.startsWith("java.");
      }
    },
    close: (name) => {
      if (object === undefined) return;
      if (path.length === 0) {
        found(object);
        object = undefined;
        return;
      }
      path.pop();
      if (path.length === 0 && name === "id") object.id = text.trim();
      else if (path.length === 0 && name === "property") {
        if (!isReference && object.values.size < MOST_PROPERTIES) object.values.set(property, text);
        property = "";
      } else if (path.length === 1 && name === "id" && property !== "" && isReference) {
        if (object.references.size < MOST_PROPERTIES) object.references.set(property, text.trim());
      }
      if (path.length <= 1) text = "";
    },
    text: (piece) => {
      if (object !== undefined && path.length <= 2 && text.length < LONGEST) text += piece;
    },
  };
}
