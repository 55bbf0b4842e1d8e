/** A description of an API as the makers of its pages read it: parts at hand, references followed one at a time. */
import type { OperationPiece, Outline } from "../pieces.ts";
import { keyOf, unescaped } from "../references.ts";
import { type Fields, isFields } from "../value.ts";

/** What the pages of one description share. */
type ApiHead = Pick<Outline, "openapi" | "info" | "servers" | "security" | "securitySchemes" | "extensions">;

/** The parts of one description that a text shows, as plain values: they go to threads. */
export interface ApiSource {
  readonly head: ApiHead;
  /** Pieces of operations as texts, by {@link operationKey}. */
  readonly operations: Readonly<Record<string, { readonly hash: string; readonly text: string }>>;
  /** Texts by place, see pieces.ts. */
  readonly places: Readonly<Record<string, string>>;
  /** Schemas by name in their order: their places, and the hash of what tells where references from there lead. */
  readonly schemas: readonly { readonly name: string; readonly place: string }[];
  readonly schemasFrom?: string;
  /** Where more of a schema is read: followed by a hash, a slash and a place. Without it all that is at hand is shown. */
  readonly fragments?: string;
  /**
   * Where requests are tried out, up to the hash of an operation's piece; "" where only browsers can ask. Without it
   * nothing is tried out.
   */
  readonly tryIt?: string;
  /**
   * It describes the API of the origin that its pages are on: that is asked, whatever its servers are called, and the
   * token that is typed is kept for the tab.
   */
  readonly isOwn?: true;
}

/** Names an operation as blocks do. */
export function operationKey(method: string, path: string): string {
  return `${method.toLowerCase()} ${path}`;
}

/** What stands at the end of references. */
interface FollowedReference {
  readonly value: Fields;
  /** Where it stands; absent for what is written in place. */
  readonly place?: string;
}

const LONGEST_CHAIN = 16;

/** Reads the parts of a description. */
export class Api {
  readonly source: ApiSource;
  readonly #parsed = new Map<string, unknown>();

  constructor(source: ApiSource) {
    this.source = source;
  }

  get head(): ApiHead {
    return this.source.head;
  }

  /** An operation with the hash of its piece. */
  operation(method: string, path: string): { hash: string; piece: OperationPiece } | undefined {
    const key = operationKey(method, path);
    if (!Object.hasOwn(this.source.operations, key)) return undefined;
    const { hash, text } = this.source.operations[key] as { hash: string; text: string };
    return { hash, piece: JSON.parse(text) as OperationPiece };
  }

  /** Follows references until something else stands there; undefined for what isn't at hand, gaps and cycles. */
  follow(value: unknown): FollowedReference | undefined {
    let at = value;
    let place: string | undefined;
    for (let step = 0; step < LONGEST_CHAIN; step++) {
      if (!isFields(at)) return undefined;
      const ref = at["$ref"];
      if (typeof ref !== "string") return place === undefined ? { value: at } : { value: at, place };
      place = keyOf(ref, "");
      if (place === undefined) return undefined;
      at = this.#at(place);
    }
    return undefined;
  }

  #at(place: string): unknown {
    if (this.#parsed.has(place)) return this.#parsed.get(place);
    const { places } = this.source;
    const value: unknown = Object.hasOwn(places, place) ? JSON.parse(places[place] as string) : undefined;
    this.#parsed.set(place, value);
    return value;
  }
}

/** What people call a place: its last part. */
export function nameOfPlace(place: string): string {
  return unescaped(place.slice(place.lastIndexOf("/") + 1));
}
