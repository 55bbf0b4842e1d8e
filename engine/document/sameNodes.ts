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
  const [ours, theirs] = [saying(node, left), saying(sent, left)];
  return ours.length === theirs.length && ours.every(([name, value]) => isSame(value, own(sent, name)));
}

function saying(node: object, left: readonly string[]): [string, unknown][] {
  return Object.entries(node).filter(
    ([name, value]) =>
      value !== undefined &&
      name !== "key" &&
      !left.includes(name) &&
      (name !== "meta" || own((value ?? {}) as JsonRecord, "loose") === true),
  );
}
