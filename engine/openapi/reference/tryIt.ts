/**
 * From what a reader filled in to the request that it means: never to another server than the description names. It
 * runs where the request is sent from, the site or the browser, and uses what both have.
 */
import { identify, type SampleRequest, type SampleScheme } from "./sampleRequest.ts";

/** A request with its values left open, as plain values: forms for browsers that ask by themselves carry it along. */
export interface TryPlan {
  readonly method: string;
  /** With `{name}` where parameters go. */
  readonly path: string;
  /** Addresses that can be asked, in the order in which the form lists them. */
  readonly servers: readonly string[];
  readonly inputs: readonly TryInput[];
  /** Ways of saying who asks; within one all are needed, and one without any says nothing. */
  readonly ways: readonly (readonly SampleScheme[])[];
  /** What a body may be, one of them. */
  readonly media: readonly TryMedia[];
}

/** A value of a form. */
export interface TryField {
  readonly name: string;
  readonly isRequired: boolean;
  /** A `list` has a value a line; `json` stands as it is written. */
  readonly kind: "text" | "list" | "json" | "file" | "files";
  /** The values there are, where they are few. */
  readonly values?: readonly string[];
}

export interface TryInput extends TryField {
  readonly in: "path" | "query" | "header" | "cookie";
  /** Whether each value of a list gets the name again. */
  readonly isExploded: boolean;
  /** What samples say while nothing is filled in; absent: they leave it out. */
  readonly sample?: string;
}

export interface TryMedia {
  readonly type: string;
  readonly kind: "text" | "file" | "form" | "multipart";
  /** Of a form. */
  readonly fields: readonly TryField[];
}

/** A request to be sent for a reader. */
export interface TriedRequest {
  readonly method: string;
  readonly url: string;
  /** A multipart body brings its content type along. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Blob | FormData;
}

type FormFile = Exclude<ReturnType<FormData["get"]>, string | null>;

/** Headers that are the connection's, or that a browser would add by itself. */
const NOT_TO_SET =
  /^(?:host|cookie|origin|referer|content-length|content-type|transfer-encoding|connection|forwarded|x-forwarded-.*|proxy-.*|sec-.*)$/i;
/** Names of headers and cookies. */
const TOKEN = /^[!#$%&'*+\-.^_`|~\w]+$/;

/** What gathers while a form is read. */
interface GatheredInputs {
  path: string;
  readonly query: [string, string][];
  readonly headers: Record<string, string>;
  readonly cookies: string[];
}

/**
 * Makes a request from a form: `server`, `way` and `media` say by number which of the plan's is meant; `path.x`,
 * `query.x`, `header.x` and `cookie.x` are parameters, `auth.<way>.<scheme>` what says who asks (`.user` and
 * `.password` for basic), `body.<media>` a body, and `body.<media>.x` a field of one that is a form.
 * @returns a sentence when something is missing or can't be sent
 */
export function triedRequest(plan: TryPlan, fields: FormData): TriedRequest | string {
  const server = plan.servers[Number(text(fields, "server") || 0)];
  if (server === undefined) return "Choose one of the servers.";
  const headers = { accept: "application/json, */*;q=0.5" };
  const gathered: GatheredInputs = { path: plan.path, query: [], headers, cookies: [] };
  for (const input of plan.inputs) {
    const problem = addInput(gathered, input, text(fields, `${input.in}.${input.name}`));
    if (problem !== undefined) return problem;
  }
  const way = Number(text(fields, "way") || 0);
  plan.ways[way]?.forEach((scheme, at) => authorize(gathered, scheme, fields, `auth.${way}.${at}`));
  const url = addressOf(server, gathered);
  if (url === undefined) return "The address of this server can't be read.";
  if (gathered.cookies.length > 0) gathered.headers["cookie"] = gathered.cookies.join("; ");
  const { method } = plan;
  const number = Number(text(fields, "media") || 0);
  const media = plan.media[number];
  if (media === undefined) return { method, url, headers: gathered.headers };
  const sent = bodyOf(media, fields, `body.${number}`);
  if (typeof sent === "string") return sent;
  return { method, url, headers: { ...gathered.headers, ...sent.headers }, ...sent.body };
}

/**
 * The request of a form as samples show it: what is not filled in is as it was, and a word stands for every secret, since
 * samples are copied, and shown to others.
 * @returns undefined while a body is half a value
 */
export function typedRequest(plan: TryPlan, fields: FormData): SampleRequest | undefined {
  const [headers, query]: [[string, string][], string[]] = [[], []];
  let { path } = plan;
  for (const { name, in: place, kind, isExploded, sample = "" } of plan.inputs) {
    const typed = text(fields, `${place}.${name}`);
    const values =
      typed === "" && sample === "" ? [] : kind === "list" ? lines(typed || sample) : [typed || sample];
    if (values.length === 0) continue;
    const joined = values.join(",");
    if (place === "path") path = path.replaceAll(`{${name}}`, () => values.map(encodeURIComponent).join(","));
    if (place === "query")
      for (const one of isExploded ? values : [joined])
        query.push(`${encodeURIComponent(name)}=${encodeURIComponent(one)}`);
    if (place === "header") headers.push([name, joined]);
    if (place === "cookie") headers.push(["Cookie", `${name}=${joined}`]);
  }
  const schemes = plan.ways[Number(text(fields, "way") || 0)] ?? [];
  for (const scheme of schemes) identify(scheme, headers, query);
  const number = Number(text(fields, "media") || 0);
  const media = plan.media[number];
  const body = media && typedBody(media, fields, `body.${number}`);
  if (body === "unfinished") return undefined;
  if (media !== undefined && body !== undefined && body.kind !== "multipart")
    headers.push(["Content-Type", media.type]);
  return {
    method: plan.method,
    url: `${plan.servers[Number(text(fields, "server") || 0)] ?? ""}${path}${query.length === 0 ? "" : `?${query.join("&")}`}`,
    headers,
    isBasic: schemes.some(({ kind }) => kind === "basic"),
    ...(body === undefined ? {} : { body }),
  };
}

function typedBody(
  { type, kind, fields: declared }: TryMedia,
  fields: FormData,
  at: string,
): SampleRequest["body"] | "unfinished" {
  if (kind === "file") return { kind: "file" };
  if (kind === "text") {
    const written = text(fields, at);
    if (written === "") return undefined;
    return /[/+]json\b|^\*\/\*$/i.test(type) ? jsonOf(written) : { kind: "text", text: written };
  }
  return {
    kind,
    fields: declared.flatMap((field) => {
      const isFile = field.kind === "file" || field.kind === "files";
      const values = isFile && field.isRequired ? ["(file)"] : valuesOf(field, fields, `${at}.${field.name}`);
      return values.map((value) => ({
        name: field.name,
        value: typeof value === "string" ? value : value.name,
        isFile,
      }));
    }),
  };
}

function jsonOf(written: string): SampleRequest["body"] | "unfinished" {
  try {
    return { kind: "json", value: JSON.parse(written) as unknown };
  } catch {
    return "unfinished";
  }
}

function text(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === "string" ? value : "";
}

/** The values of a list: one a line. */
function lines(value: string): string[] {
  return value
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function addInput(into: GatheredInputs, input: TryInput, value: string): string | undefined {
  const { name, in: place, isRequired, kind, isExploded } = input;
  if (value === "") return isRequired && place !== "cookie" ? `Fill in ${name}.` : undefined;
  const values = kind === "list" ? lines(value) : [value];
  if (place === "path") {
    if (values.some((one) => one === "." || one === "..")) return `${name} can't be a dot or two.`;
    into.path = into.path.replaceAll(`{${name}}`, () => values.map(encodeURIComponent).join(","));
  }
  if (place === "query") {
    const each = isExploded ? values : [values.join(",")];
    for (const one of each) into.query.push([name, one]);
  }
  if (place === "header") setHeader(into, name, values.join(","));
  if (place === "cookie") addCookie(into, name, values.join(","));
  return undefined;
}

function setHeader({ headers }: GatheredInputs, name: string, value: string): void {
  if (TOKEN.test(name) && !NOT_TO_SET.test(name)) headers[name.toLowerCase()] = latin(value);
}

/** Headers have no other characters, and no line breaks; what has them is sent escaped. */
function latin(value: string): string {
  return /^[\t\x20-\x7e]*$/.test(value) ? value : encodeURI(value);
}

function addCookie({ cookies }: GatheredInputs, name: string, value: string): void {
  if (TOKEN.test(name)) cookies.push(`${name}=${value.replace(/[^!#-+\--:<-[\]-~]/g, encodeURIComponent)}`);
}

function authorize(into: GatheredInputs, scheme: SampleScheme, fields: FormData, at: string): void {
  const { kind, name, prefix } = scheme;
  if (kind === "basic") {
    const [user, password] = [text(fields, `${at}.user`), text(fields, `${at}.password`)];
    if (user !== "" || password !== "")
      into.headers["authorization"] = `Basic ${base64(`${user}:${password}`)}`;
    return;
  }
  const value = text(fields, at).trim();
  if (value === "") return;
  if (kind === "bearer") {
    const isWhole = value.toLowerCase().startsWith(`${prefix.toLowerCase()} `);
    into.headers["authorization"] = latin(isWhole ? value : `${prefix} ${value}`);
  }
  const shown = prefix === "" || value.startsWith(prefix) ? value : `${prefix} ${value}`;
  if (kind === "header") setHeader(into, name, shown);
  if (kind === "query") into.query.push([name, value]);
  if (kind === "cookie") addCookie(into, name, value);
}

function base64(value: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(value)));
}

type SentParts = {
  readonly headers: Record<string, string>;
  readonly body: { body?: TriedRequest["body"] & {} };
};

/** The body of a media type; a sentence when a field of it is missing. */
function bodyOf(
  { type, kind, fields: declared }: TryMedia,
  fields: FormData,
  at: string,
): SentParts | string {
  if (kind === "text") {
    const body = text(fields, at);
    return body === ""
      ? NOTHING
      : { headers: { "content-type": concrete(type, "application/json") }, body: { body } };
  }
  if (kind === "file") {
    const [file] = files(fields, at);
    if (file === undefined) return NOTHING;
    const given = file.type === "" ? "application/octet-stream" : file.type;
    return { headers: { "content-type": concrete(type, given) }, body: { body: file } };
  }
  const pairs: [string, string | FormFile][] = [];
  for (const field of declared) {
    const values = valuesOf(field, fields, `${at}.${field.name}`);
    if (values.length === 0 && field.isRequired) return `Fill in ${field.name}.`;
    for (const value of values) pairs.push([field.name, value]);
  }
  return pairs.length === 0 ? NOTHING : formOf(kind, type, pairs);
}

const NOTHING: SentParts = { headers: {}, body: {} };

function concrete(type: string, given: string): string {
  return type.includes("*") ? given : type;
}

function valuesOf({ kind }: TryField, fields: FormData, name: string): (string | FormFile)[] {
  if (kind === "file" || kind === "files") return files(fields, name).slice(0, kind === "file" ? 1 : 20);
  const value = text(fields, name);
  if (kind === "list") return lines(value);
  return value === "" ? [] : [value];
}

/** The chosen files; browsers send one without a name where none is chosen. */
function files(fields: FormData, name: string): FormFile[] {
  return fields.getAll(name).filter((one): one is FormFile => typeof one !== "string" && one.name !== "");
}

function formOf(
  kind: "form" | "multipart",
  type: string,
  pairs: readonly [string, string | FormFile][],
): SentParts {
  if (kind === "form") {
    const body = new URLSearchParams();
    for (const [name, value] of pairs) if (typeof value === "string") body.append(name, value);
    return { headers: { "content-type": type }, body: { body: body.toString() } };
  }
  const body = new FormData();
  for (const [name, value] of pairs) body.append(name, value);
  return { headers: {}, body: { body } };
}

/** The whole address, if it stays on its server. */
function addressOf(server: string, { path, query }: GatheredInputs): string | undefined {
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
