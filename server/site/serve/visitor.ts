/** Who reads a site, as far as its conditions can ask. */
export interface Visitor {
  /** What is known of them: signed claims by name, and `unsigned` ones that anybody can make up. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** A reader of whom nothing is known. */
export const ANYBODY: Visitor = { claims: { unsigned: {} } };
