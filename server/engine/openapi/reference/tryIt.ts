/** From what a reader filled in to the request that it means: never to another server than the description names. */
import type { Api } from "./api.ts";
import { type OperationView, operationView, type SchemeView } from "./operation.ts";

/** A request to be sent for a reader. */
export interface TriedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Servers that can be asked, in the order in which the form lists them. */
export function triedServers({ servers }: Pick<OperationView, "servers">): string[] {
  return servers.map(({ url }) => url).filter((url) => /^https?:\/\/[^/?#\\]/i.test(url));
}

/** Headers that are the connection's, or that a browser would add by itself. */
const NOT_TO_SET =
  /^(?:host|cookie|origin|referer|content-length|content-type|transfer-encoding|connection|forwarded|x-forwarded-.*|proxy-.*|sec-.*)$/i;

/**
 * Makes the request of the only operation that a source holds. Only what the description declares is taken: servers,
 * parameters, ways of authentication, the media type of the body.
 * @returns a sentence when something is missing or can't be sent
 */
export function triedRequest(api: Api, fields: ReadonlyMap<string, string>): TriedRequest | string {
  const [key = ""] = Object.keys(api.source.operations);
  const space = key.indexOf(" ");
  const view = operationView(api, key.slice(0, space), key.slice(space + 1));
  if (view === undefined || view.isWebhook || view.fields.hideTryItPanel)
    return "This operation can't be tried out.";
  const server = triedServers(view)[Number(fields.get("server") ?? 0)];
  if (server === undefined) return "Choose one of the servers.";
  const headers: Record<string, string> = { accept: "application/json, */*;q=0.5" };
  const query = new URLSearchParams();
  let path = view.path;
  for (const { name, in: place, isRequired } of view.parameters) {
    const value = fields.get(`${place}.${name}`) ?? "";
    if (value === "" && isRequired && place !== "cookie") return `Fill in ${name}.`;
    if (value === "") continue;
    if (place === "path") {
      if (value === "." || value === "..") return `${name} can't be a dot or two.`;
      path = path.replaceAll(`{${name}}`, encodeURIComponent(value));
    }
    if (place === "query") query.append(name, value);
    if (place === "header" && !NOT_TO_SET.test(name)) headers[name.toLowerCase()] = value;
  }
  for (const scheme of view.security[0] ?? [])
    authorize(scheme, fields.get(`auth.${scheme.key}`) ?? "", headers, query);
  const url = addressOf(server, path, query);
  if (url === undefined) return "The address of this server can't be read.";
  const type = view.body?.media.find((media) => media.type === fields.get("type"))?.type;
  const body = fields.get("body") ?? "";
  const isSent = type !== undefined && body !== "" && !["get", "head"].includes(view.method);
  if (isSent) headers["content-type"] = type;
  return { method: view.method.toUpperCase(), url, headers, ...(isSent ? { body } : {}) };
}

function authorize(
  { kind, name, prefix }: SchemeView,
  value: string,
  headers: Record<string, string>,
  query: URLSearchParams,
): void {
  if (value === "") return;
  if (kind === "basic") headers["authorization"] = `Basic ${Buffer.from(value).toString("base64")}`;
  if (kind === "bearer")
    headers["authorization"] = value.startsWith(`${prefix} `) ? value : `${prefix} ${value}`;
  if (kind === "header" && !NOT_TO_SET.test(name)) headers[name.toLowerCase()] = value;
  if (kind === "query") query.append(name, value);
}

/** The whole address, if it stays on its server. */
function addressOf(server: string, path: string, query: URLSearchParams): string | undefined {
  try {
    const base = new URL(server);
    const url = new URL(server + path);
    if (url.origin !== base.origin || url.username !== "" || url.password !== "") return undefined;
    for (const [name, value] of query) url.searchParams.append(name, value);
    url.hash = "";
    return url.href;
  } catch {
    return undefined;
  }
}
