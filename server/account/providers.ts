import type { Deps } from "../deps.ts";

/** Somebody else who can say who a person is: shown as a button on the sign-in page. */
export interface SignInProvider {
  readonly title: string;
  /** A path of the editor's origin, read with GET. */
  readonly href: string;
}

/** The providers that the sign-in page offers. @param next the path that signing in leads to */
export async function signInProviders(
  _deps: Deps,
  _next: string | undefined,
): Promise<readonly SignInProvider[]> {
  return [];
}
