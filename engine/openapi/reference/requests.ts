/** A request to an operation, written in several languages. */
import { isFields } from "../value.ts";
import type { Api } from "./api.ts";
import type { MediaView, OperationView, ParameterView } from "./operation.ts";
import { requestTexts } from "./requestTexts.ts";
import { type CodeView, identify, type SampleRequest } from "./sampleRequest.ts";
import { sampleOf, shortened } from "./sample.ts";

/** A request in eight languages, a shell's first; given samples come first, or in the place of their language. */
export function requestSamples(api: Api, view: OperationView): CodeView[] {
  const given = view.fields.codeSamples.map(({ lang, label, source }) => ({
    title: label ?? lang,
    lang: lang.toLowerCase(),
    text: source.slice(0, 20_000),
  }));
  if (view.isWebhook) return given;
  const request = requestOf(api, view);
  const made = requestTexts(request);
  const told = new Map(given.map((one) => [one.title.toLowerCase(), one]));
  const usual = new Set(made.map(({ title }) => title.toLowerCase()));
  const others = given.filter(({ title }) => !usual.has(title.toLowerCase()));
  return [...others, ...made.map((one) => told.get(one.title.toLowerCase()) ?? one)];
}

/** The body that a request shows: the first example, or a made-up one. */
export function exampleOf(api: Api, media: MediaView, use: "request" | "answer"): unknown {
  const [first] = media.examples;
  return first === undefined ? sampleOf(api, media.schema, { use }) : shortened(first.value);
}

/** Whether a media type is JSON. */
export function isJson(type: string): boolean {
  return /[/+]json\b/i.test(type) || type === "*/*";
}

function requestOf(api: Api, view: OperationView): SampleRequest {
  const [server] = view.servers;
  const base =
    server === undefined || server.url.startsWith("/")
      ? `https://api.example.com${server?.url ?? ""}`
      : server.url;
  const [schemes = []] = view.isOpen && view.security.length === 0 ? [] : view.security;
  const headers: [string, string][] = [];
  const query: string[] = [];
  for (const parameter of view.parameters) {
    if (!parameter.isRequired || parameter.in === "path") continue;
    const values = sampleValues(api, parameter);
    const name = encodeURIComponent(parameter.name.toWellFormed());
    if (parameter.in === "query") {
      const each = parameter.isExploded ? values : [values.join(",")];
      for (const one of each) query.push(`${name}=${encodeURIComponent(one.toWellFormed())}`);
    }
    if (parameter.in === "header") headers.push([parameter.name, values.join(",")]);
  }
  for (const scheme of schemes) identify(scheme, headers, query);
  const [media] = view.body?.media.toSorted((a, b) => Number(isJson(b.type)) - Number(isJson(a.type))) ?? [];
  const body = media === undefined ? undefined : bodyOf(api, media);
  if (media !== undefined && body?.kind !== "multipart") headers.push(["Content-Type", media.type]);
  return {
    method: view.method.toUpperCase(),
    url: `${base}${view.path}${query.length === 0 ? "" : `?${query.join("&")}`}`,
    headers,
    isBasic: schemes.some(({ kind }) => kind === "basic"),
    ...(body === undefined ? {} : { body }),
  };
}

/** What a sample says of a parameter. */
export function sampleValues(
  api: Api,
  { example, schema }: Pick<ParameterView, "example" | "schema">,
): string[] {
  const value = example ?? sampleOf(api, schema, { use: "request" });
  return (Array.isArray(value) ? value : [value]).map(text);
}

function bodyOf(api: Api, media: MediaView): SampleRequest["body"] {
  const value = exampleOf(api, media, "request");
  if (isJson(media.type)) return { kind: "json", value };
  const kind = media.type.startsWith("multipart/")
    ? "multipart"
    : media.type === "application/x-www-form-urlencoded"
      ? "form"
      : undefined;
  if (kind !== undefined && isFields(value)) {
    const fields = Object.entries(value).map(([name, one]) => ({
      name,
      value: text(one),
      isFile: kind === "multipart" && one === "(file)",
    }));
    return { kind, fields };
  }
  if (typeof value === "string" && value !== "(file)") return { kind: "text", text: value };
  return { kind: "file" };
}

function text(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
