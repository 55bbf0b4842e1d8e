/** A request in the languages that a library writes: PHP, Ruby, Java and C#. */
import { csharpHttpclient } from "@scalar/snippetz/plugins/csharp/httpclient";
import { javaNethttp } from "@scalar/snippetz/plugins/java/nethttp";
import { phpGuzzle } from "@scalar/snippetz/plugins/php/guzzle";
import { rubyNative } from "@scalar/snippetz/plugins/ruby/native";
import { isFields } from "../value.ts";
import type { CodeView, SampleRequest } from "./sampleRequest.ts";

type Har = NonNullable<Parameters<typeof phpGuzzle.generate>[0]>;

/** What a request may be written of: with its texts as the quotes of a language need them where the plugin forgets. */
interface Language {
  readonly title: string;
  readonly lang: string;
  readonly write: (har: Har, request: SampleRequest) => string;
}

const LANGUAGES: readonly Language[] = [
  { title: "PHP", lang: "php", write: php },
  { title: "Ruby", lang: "ruby", write: ruby },
  { title: "Java", lang: "java", write: (har) => javaNethttp.generate(har) },
  { title: "C#", lang: "csharp", write: csharp },
];

/**
 * A request as PHP, Ruby, Java and C# write it. None for files and forms in parts: the plugins would write a file's name
 * where its bytes belong, and lose the other fields. None where the address, the method or a header's name is no such
 * thing, and no language whose plugin can't write the rest: a description costs a tab at most, and never the page.
 */
export function requestsByPlugins(request: SampleRequest): CodeView[] {
  const har = harOf(request);
  if (har === undefined) return [];
  return LANGUAGES.flatMap(({ title, lang, write }): CodeView[] => {
    try {
      return [{ title, lang, text: write(har, request).trim(), isMade: true }];
    } catch {
      return [];
    }
  });
}

const METHOD = /^[a-z]{1,40}$/i;
/** The signs of a header's name, but for those that end a text or begin code in one of the languages. */
const HEADER_NAME = /^[\w!%&*+.^|~-]+$/;

/** HTTP Archive's form of a request: https://w3c.github.io/web-performance/specs/HAR/Overview.html#request. */
function harOf({ method, url: written, headers, isBasic, body }: SampleRequest): Har | undefined {
  const url = quotable(written);
  if (!URL.canParse(url) || !METHOD.test(method)) return undefined;
  if (!headers.every(([name]) => HEADER_NAME.test(name))) return undefined;
  const text = body === undefined ? undefined : textOf(body);
  if (body !== undefined && text === undefined) return undefined;
  const all = headers.map(([name, value]) => ({ name, value: value.toWellFormed() }));
  if (isBasic) all.unshift({ name: "Authorization", value: "Basic BASE64(USER:PASSWORD)" });
  const mimeType = all.find(({ name }) => name === "Content-Type")?.value ?? "";
  // What is no form in parts would be read as the fields of one.
  if (mimeType === "multipart/form-data") return undefined;
  return {
    method,
    url,
    httpVersion: "HTTP/1.1",
    headers: all,
    queryString: [],
    cookies: [],
    headersSize: -1,
    bodySize: -1,
    ...(text === undefined ? {} : { postData: { mimeType, text: text.toWellFormed() } }),
  };
}

/** An address with everything by its number that ends a text in one of the languages, or begins code in it. */
function quotable(url: string): string {
  return url
    .toWellFormed()
    .replaceAll(/%(?![\da-f]{2})/gi, "%25")
    .replaceAll(/['"\\`\p{C}\p{Z}]|#(?=[{$@])/gu, (sign) =>
      sign === "'" ? "%27" : encodeURIComponent(sign),
    );
}

/** A form goes as its text, since the plugins of Ruby and Java know no fields and C#'s doesn't escape them. */
function textOf(body: NonNullable<SampleRequest["body"]>): string | undefined {
  if (body.kind === "json") return JSON.stringify(body.value, undefined, 2);
  if (body.kind === "text") return body.text;
  if (body.kind === "form")
    return new URLSearchParams(
      body.fields.map(({ name, value }): [string, string] => [name, value]),
    ).toString();
  return undefined;
}

/** The plugin escapes values and no names; its client knows forms by their fields alone. */
function php(har: Har, { body }: SampleRequest): string {
  const { mimeType = "" } = har.postData ?? {};
  if (body?.kind === "form") {
    const params = body.fields.map(({ name, value }) => ({ name: inSingleQuotes(name), value }));
    return phpGuzzle.generate({ ...har, postData: { mimeType, params } });
  }
  if (body?.kind !== "json" || mimeType !== "application/json") return phpGuzzle.generate(har);
  const text = JSON.stringify(withNames(body.value, inSingleQuotes));
  return phpGuzzle.generate({ ...har, postData: { mimeType, text } });
}

const inSingleQuotes = (text: string): string => text.toWellFormed().replaceAll(/['\\]/g, String.raw`\$&`);

function withNames(value: unknown, nameOf: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => withNames(one, nameOf));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [nameOf(name), withNames(one, nameOf)]),
  );
}

/** The plugin writes the body as JSON does, where Ruby takes what follows a sharp for code. No text before it has lines. */
function ruby(har: Har): string {
  const written = rubyNative.generate(har);
  const start = written.indexOf("\nrequest.body = ");
  if (start === -1) return written;
  return written.slice(0, start) + written.slice(start).replaceAll(/#(?=[{$@])/g, String.raw`\#`);
}

/** The plugin escapes nothing between quotes, and takes two words alone for who asks. */
function csharp(har: Har): string {
  const headers = har.headers.map(({ name, value }: Har["headers"][number]) => {
    const [first = "", ...rest] = inDoubleQuotes(value).split(" ");
    const isWho = name.toLowerCase() === "authorization";
    return { name, value: isWho ? `${first} ${rest.join(String.raw`\u0020`)}` : inDoubleQuotes(value) };
  });
  if (har.postData === undefined) return csharpHttpclient.generate({ ...har, headers });
  const mimeType = inDoubleQuotes(har.postData.mimeType);
  if (mimeType === "application/octet-stream") throw new TypeError("its text would stand unescaped");
  return csharpHttpclient.generate({ ...har, headers, postData: { ...har.postData, mimeType } });
}

/** C# ends a text at each sign that ends a line anywhere. */
function inDoubleQuotes(text: string): string {
  return text
    .replaceAll(/["\\]/g, String.raw`\$&`)
    .replaceAll(
      /[\p{Cc}\p{Zl}\p{Zp}]/gu,
      (sign) => String.raw`\u` + sign.charCodeAt(0).toString(16).padStart(4, "0"),
    );
}
