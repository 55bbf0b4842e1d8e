/** The cookie of a session: on the editor's origin only, and never read by the API below `/v1`. */
import type { Addresses } from "../../deps.ts";

/** What the cookie is called: under https a browser keeps it to this host alone, whatever a neighbour sets. */
export function sessionCookieName({ app }: Pick<Addresses, "app">): string {
  return app.startsWith("https:") ? "__Host-lectern-session" : "lectern-session";
}

/** The `Set-Cookie` that gives a browser a session. @param seconds how long the browser keeps it */
export function sessionCookie(
  addresses: Pick<Addresses, "app">,
  secret: string,
  seconds: number = 30 * 24 * 3600,
): string {
  const secure = addresses.app.startsWith("https:") ? "; Secure" : "";
  return `${sessionCookieName(addresses)}=${secret}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** The `Set-Cookie` that takes it away again. */
export function endedCookie(addresses: Pick<Addresses, "app">): string {
  return sessionCookie(addresses, "", 0);
}

/** The secret in a `Cookie` header; undefined when there is none, or when there are two that differ. */
export function secretOfCookies(
  addresses: Pick<Addresses, "app">,
  header: string | undefined,
): string | undefined {
  const name = sessionCookieName(addresses);
  const found = new Set<string>();
  for (const pair of (header ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === name) found.add(pair.slice(at + 1).trim());
  }
  const [secret] = found;
  return found.size === 1 && secret !== "" ? secret : undefined;
}
