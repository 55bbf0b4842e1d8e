/** Cookies with a secret: on the editor's origin only, and never read by the API below `/v1`. */
import type { Addresses } from "../../deps.ts";

/** A session, or the step of a sign-in before its second factor was given. */
type Holds = "session" | "step";

/** What the cookie is called: under https a browser keeps it to this host alone, whatever a neighbour sets. */
export function sessionCookieName({ app }: Pick<Addresses, "app">, holds: Holds = "session"): string {
  return app.startsWith("https:") ? `__Host-lectern-${holds}` : `lectern-${holds}`;
}

/** The `Set-Cookie` that gives a browser a session. @param seconds how long the browser keeps it */
export function sessionCookie(
  addresses: Pick<Addresses, "app">,
  secret: string,
  seconds: number = 30 * 24 * 3600,
  holds: Holds = "session",
): string {
  const secure = addresses.app.startsWith("https:") ? "; Secure" : "";
  return `${sessionCookieName(addresses, holds)}=${secret}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** The `Set-Cookie` that takes it away again. */
export function endedCookie(addresses: Pick<Addresses, "app">, holds: Holds = "session"): string {
  return sessionCookie(addresses, "", 0, holds);
}

/** The secret in a `Cookie` header; undefined when there is none, or when there are two that differ. */
export function secretOfCookies(
  addresses: Pick<Addresses, "app">,
  header: string | undefined,
  holds: Holds = "session",
): string | undefined {
  const name = sessionCookieName(addresses, holds);
  const found = new Set<string>();
  for (const pair of (header ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === name) found.add(pair.slice(at + 1).trim());
  }
  const [secret] = found;
  return found.size === 1 && secret !== "" ? secret : undefined;
}
