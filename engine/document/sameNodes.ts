/** Whether nodes say the same. */
import { type JsonRecord, own } from "./reader.ts";

/**
 * Whether what was sent is what a node says: all but keys and anchors, which follow from that and from what is around.
 * Goes no deeper than the node does.
 */
export function isSame(node: unknown, sent: unknown): boolean {
  if (typeof node !== "object" || node === null) return node === sent;
  if (typeof sent !== "object" || sent === null || Array.isArray(node) !== Array.isArray(sent)) return false;
  return isSameBut([], node, sent as JsonRecord);
}

/** The same, whatever stands in some fields of the two. */
export function isSameBut(left: readonly string[], node: object, sent: JsonRecord): boolean {
  // Every node of a page comes through here: nothing is made but the names.
  const ours = node as JsonRecord;
  let saying = 0;
  for (const name of Object.keys(ours)) {
    const value = ours[name];
    if (!says(name, value, left)) continue;
    if (!isSame(value, own(sent, name))) return false;
    saying += 1;
  }
  for (const name of Object.keys(sent)) if (says(name, sent[name], left)) saying -= 1;
  return saying === 0;
}

/** Whether a field says anything, where some are left out. */
const says = (name: string, value: unknown, left: readonly string[]): boolean =>
  value !== undefined &&
  name !== "key" &&
  !left.includes(name) &&
  (name !== "meta" || own((value ?? {}) as JsonRecord, "loose") === true);
