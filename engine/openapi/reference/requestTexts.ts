/** A request in the languages that samples have. */
import { isFields } from "../value.ts";
import { requestInGo } from "./requestInGo.ts";
import { requestsByPlugins } from "./requestsByPlugins.ts";
import type { CodeView, FormField, SampleRequest } from "./sampleRequest.ts";

/** A request in eight languages, a shell's first. */
export function requestTexts(request: SampleRequest): CodeView[] {
  return [
    { title: "cURL", lang: "bash", text: curl(request), isMade: true },
    { title: "JavaScript", lang: "js", text: javascript(request), isMade: true },
    { title: "Python", lang: "python", text: python(request), isMade: true },
    { title: "Go", lang: "go", text: requestInGo(request), isMade: true },
    ...requestsByPlugins(request),
  ];
}

function curl({ method, url, headers, isBasic, body }: SampleRequest): string {
  const verb = /^[A-Z]+$/.test(method) ? method : shell(method);
  // What an address or a value begins with is never an option, nor the name of a file to send.
  const address = `${url.startsWith("-") ? "--url " : ""}${shell(url)}`;
  const lines = [`curl ${method === "GET" ? "" : `-X ${verb} `}${address}`];
  if (isBasic) lines.push('-u "USER:PASSWORD"');
  for (const [name, value] of headers) lines.push(`-H ${shell(`${name}: ${value}`)}`);
  if (body?.kind === "json") lines.push(`-d ${shell(JSON.stringify(body.value, undefined, 2))}`);
  if (body?.kind === "text")
    lines.push(`${body.text.startsWith("@") ? "--data-raw" : "-d"} ${shell(body.text)}`);
  if (body?.kind === "file") lines.push("--data-binary @file");
  if (body?.kind === "form" || body?.kind === "multipart") {
    for (const { name, value, isFile } of body.fields) {
      const inParts = !isFile && /^[@<]/.test(value) ? "--form-string" : "-F";
      const flag = body.kind === "multipart" ? inParts : "--data-urlencode";
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
  // It says so itself where it is given JSON, of the plain kind.
  const kept = headers.filter(
    ([name, value]) => body?.kind !== "json" || name !== "Content-Type" || value !== "application/json",
  );
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
