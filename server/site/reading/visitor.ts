/** Who reads a site, as far as its gate and its conditions can ask. */
export interface Visitor {
  /** Whether they have a token of the site that counts now. */
  readonly isSignedIn: boolean;
  /** What is known of them: signed claims by name, and `unsigned` ones that anybody can make up. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** A reader of whom nothing is known. */
export const ANYBODY: Visitor = { isSignedIn: false, claims: { unsigned: {} } };
