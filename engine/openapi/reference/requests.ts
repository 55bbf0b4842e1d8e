/** A request to an operation, written in several languages. */
import { isFields } from "../value.ts";
import type { Api } from "./api.ts";
import type { MediaView, OperationView, SchemeView } from "./operation.ts";
import { requestInGo } from "./requestInGo.ts";
import { requestsByPlugins } from "./requestsByPlugins.ts";
import type { CodeView, FormField, SampleRequest } from "./sampleRequest.ts";
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
  const made: CodeView[] = [
    { title: "cURL", lang: "bash", text: curl(request) },
    { title: "JavaScript", lang: "js", text: javascript(request) },
    { title: "Python", lang: "python", text: python(request) },
    { title: "Go", lang: "go", text: requestInGo(request), isMade: true },
    ...requestsByPlugins(request),
  ];
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
    const value = parameter.example ?? sampleOf(api, parameter.schema, { use: "request" });
    const values = (Array.isArray(value) ? value : [value]).map(text);
    const name = encodeURIComponent(parameter.name);
    if (parameter.in === "query") {
      const each = parameter.isExploded ? values : [values.join(",")];
      for (const one of each) query.push(`${name}=${encodeURIComponent(one)}`);
    }
    if (parameter.in === "header") headers.push([parameter.name, values.join(",")]);
  }
  for (const scheme of schemes) authorize(scheme, headers, query);
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

function authorize(scheme: SchemeView, headers: [string, string][], query: string[]): void {
  const value = scheme.prefix === "" ? scheme.placeholder : `${scheme.prefix} ${scheme.placeholder}`;
  if (scheme.kind === "bearer" || scheme.kind === "header") headers.push([scheme.name, value]);
  if (scheme.kind === "query")
    query.push(`${encodeURIComponent(scheme.name)}=${encodeURIComponent(scheme.placeholder)}`);
  if (scheme.kind === "cookie") headers.push(["Cookie", `${scheme.name}=${scheme.placeholder}`]);
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

function curl({ method, url, headers, isBasic, body }: SampleRequest): string {
  const lines = [`curl ${method === "GET" ? "" : `-X ${method} `}${shell(url)}`];
  if (isBasic) lines.push('-u "USER:PASSWORD"');
  for (const [name, value] of headers) lines.push(`-H ${shell(`${name}: ${value}`)}`);
  if (body?.kind === "json") lines.push(`-d ${shell(JSON.stringify(body.value, undefined, 2))}`);
  if (body?.kind === "text") lines.push(`-d ${shell(body.text)}`);
  if (body?.kind === "file") lines.push("--data-binary @file");
  if (body?.kind === "form" || body?.kind === "multipart") {
    for (const { name, value, isFile } of body.fields) {
      const flag = body.kind === "multipart" ? "-F" : "--data-urlencode";
      lines.push(`${flag} ${shell(`${name}=${isFile ? "@file" : value}`)}`);
    }
  }
  return lines.join(" \\\n  ");
}

function shell(value: string): string {
  return /["$`\\!\n]/.test(value) ? `'${value.replaceAll("'", `'\\''`)}'` : `"${value}"`;
}

function javascript({ method, url, headers, isBasic, body }: SampleRequest): string {
  const before: string[] = [];
  const options: string[] = [`  method: ${JSON.stringify(method)},`];
  const all = headers.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`);
  if (isBasic) all.unshift('    "Authorization": `Basic ${btoa("USER:PASSWORD")}`,');
  if (all.length > 0) options.push("  headers: {", ...all, "  },");
  if (body?.kind === "json") {
    const value = JSON.stringify(body.value, undefined, 2).replaceAll("\n", "\n  ");
    options.push(`  body: JSON.stringify(${value}),`);
  }
  if (body?.kind === "text") options.push(`  body: ${JSON.stringify(body.text)},`);
  if (body?.kind === "file") options.push("  body: file,");
  if (body?.kind === "form" || body?.kind === "multipart") {
    before.push(`const form = new ${body.kind === "form" ? "URLSearchParams" : "FormData"}();`);
    for (const { name, value, isFile } of body.fields)
      before.push(`form.append(${JSON.stringify(name)}, ${isFile ? "file" : JSON.stringify(value)});`);
    before.push("");
    options.push("  body: form,");
  }
  const call =
    method === "GET" && options.length === 1
      ? `const response = await fetch(${JSON.stringify(url)});`
      : [`const response = await fetch(${JSON.stringify(url)}, {`, ...options, "});"].join("\n");
  return [...before, call, "const data = await response.json();"].join("\n");
}

function python({ method, url, headers, isBasic, body }: SampleRequest): string {
  const lines = [`    ${JSON.stringify(url)},`];
  if (isBasic) lines.push('    auth=("USER", "PASSWORD"),');
  const kept = headers.filter(([name]) => body?.kind !== "json" || name !== "Content-Type");
  if (kept.length > 0) {
    const all = kept.map(([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`);
    lines.push("    headers={", ...all, "    },");
  }
  if (body?.kind === "json") lines.push(`    json=${pythonValue(body.value, "    ")},`);
  if (body?.kind === "text") lines.push(`    data=${JSON.stringify(body.text)},`);
  if (body?.kind === "file") lines.push('    data=open("file", "rb"),');
  if (body?.kind === "form" || body?.kind === "multipart") {
    const files = body.fields.filter(({ isFile }) => isFile);
    const rest = body.fields.filter(({ isFile }) => !isFile);
    const pairs = (list: readonly FormField[], of: (field: FormField) => string): string[] =>
      list.map((field) => `        ${JSON.stringify(field.name)}: ${of(field)},`);
    if (files.length > 0) lines.push("    files={", ...pairs(files, () => 'open("file", "rb")'), "    },");
    if (rest.length > 0)
      lines.push("    data={", ...pairs(rest, ({ value }) => JSON.stringify(value)), "    },");
  }
  const known = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"].includes(method);
  const call = known
    ? `requests.${method.toLowerCase()}(`
    : `requests.request(\n    ${JSON.stringify(method)},`;
  return ["import requests", "", `response = ${call}`, ...lines, ")", "data = response.json()"].join("\n");
}

function pythonValue(value: unknown, indent: string): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  const inner = `${indent}    `;
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    return `[\n${value.map((one) => `${inner}${pythonValue(one, inner)},\n`).join("")}${indent}]`;
  }
  if (!isFields(value)) return JSON.stringify(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return "{}";
  const lines = entries.map(([key, one]) => `${inner}${JSON.stringify(key)}: ${pythonValue(one, inner)},\n`);
  return `{\n${lines.join("")}${indent}}`;
}
