/** Where blocks of the editor stand in the text that they were loaded from. */
import type { Node } from "prosemirror-model";

/** A block, or a whole body, as it stands in a text. */
export interface BlockOrigin {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** What stands before each of its lines but the first. */
  readonly prefix: string;
  readonly node: Node;
  /** What it is in; undefined for a body. */
  readonly home: BlockOrigin | undefined;
  /** Which of the blocks there it is. */
  readonly index: number;
  /** The blocks in it. */
  readonly parts: readonly BlockOrigin[];
}

/** The text of something as it was loaded. */
export const sourceOf = ({ text, start, end }: BlockOrigin): string => text.slice(start, end);

/** The origins of all blocks of a body, by their keys. */
export class Origins {
  readonly body: BlockOrigin;
  readonly #byKey = new Map<string, BlockOrigin>();

  constructor(body: BlockOrigin) {
    this.body = body;
    this.#add(body.parts);
  }

  #add(parts: readonly BlockOrigin[]): void {
    for (const part of parts) {
      this.#byKey.set(part.node.attrs["key"] as string, part);
      this.#add(part.parts);
    }
  }

  /** Where a block comes from, whatever was done to it since; undefined for a new one. */
  of(node: Node): BlockOrigin | undefined {
    const origin = this.#byKey.get((node.attrs["key"] as string | undefined) ?? "");
    return origin?.node.type === node.type ? origin : undefined;
  }

  /** Where a block comes from that is as it was. */
  unchanged(node: Node): BlockOrigin | undefined {
    const origin = this.of(node);
    return origin !== undefined && (origin.node === node || origin.node.eq(node)) ? origin : undefined;
  }
}
