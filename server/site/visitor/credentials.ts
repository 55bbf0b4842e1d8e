/** What of a request may say who reads. Most requests say nothing: finding that out costs next to nothing. */
import { isClaimName } from "../../../engine/claims/unsigned.ts";
import { type VisitorCookie, visitorCookies } from "./cookies.ts";

export interface Credentials {
  /** Of the `Authorization` header. */
  readonly bearer: string | undefined;
  readonly cookies: readonly VisitorCookie[];
  /** The query, where it says something of the visitor. */
  readonly query: URLSearchParams | undefined;
}

const TOKEN = "jwt_token";

/** The headers that may say who reads. */
interface ReaderHeaders {
  readonly authorization?: string | undefined;
  readonly cookie?: string | undefined;
}

/** undefined: nothing says who reads. @param search the query with its question mark, or nothing */
export function credentialsOf(headers: ReaderHeaders, search: string): Credentials | undefined {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? "")?.[1];
  const cookies = visitorCookies(headers.cookie);
  const query = saysSomething(search) ? new URLSearchParams(search) : undefined;
  if (bearer === undefined && cookies.length === 0 && query === undefined) return undefined;
  return { bearer, cookies, query };
}

function saysSomething(search: string): boolean {
  if (search.length < 2) return false;
  const names = [...new URLSearchParams(search).keys()];
  return names.some((name) => name === TOKEN || isClaimName(name));
}

/** The token in an address. */
export function tokenOf(query: URLSearchParams): string | undefined {
  return query.get(TOKEN) ?? undefined;
}

/** A query without what it says of the visitor, with its question mark where something is left. */
export function cleanQuery(query: URLSearchParams): string {
  const rest = new URLSearchParams([...query].filter(([name]) => name !== TOKEN && !isClaimName(name)));
  return rest.size === 0 ? "" : `?${rest.toString()}`;
}
