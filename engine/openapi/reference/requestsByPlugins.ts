/** A request in the languages that a library writes: PHP, Ruby, Java and C#. */
import { csharpHttpclient } from "@scalar/snippetz/plugins/csharp/httpclient";
import { javaNethttp } from "@scalar/snippetz/plugins/java/nethttp";
import { phpGuzzle } from "@scalar/snippetz/plugins/php/guzzle";
import { rubyNative } from "@scalar/snippetz/plugins/ruby/native";
import type { CodeView, FormField, SampleRequest } from "./sampleRequest.ts";

type Har = NonNullable<Parameters<typeof phpGuzzle.generate>[0]>;

const PLUGINS = [
  { title: "PHP", lang: "php", plugin: phpGuzzle },
  { title: "Ruby", lang: "ruby", plugin: rubyNative },
  { title: "Java", lang: "java", plugin: javaNethttp },
  { title: "C#", lang: "csharp", plugin: csharpHttpclient },
] as const;

/**
 * A request as PHP, Ruby, Java and C# write it. None for files and forms in parts:
 * the plugins would write a file's name where its bytes belong, and lose the other fields.
 */
export function requestsByPlugins(request: SampleRequest): CodeView[] {
  const har = harOf(request);
  if (har === undefined) return [];
  return PLUGINS.map(({ title, lang, plugin }) => {
    // PHP's client knows forms by their fields alone.
    const isByFields = plugin === phpGuzzle && request.body?.kind === "form";
    const asked = isByFields ? withFields(har, request.body.fields) : har;
    return { title, lang, text: plugin.generate(asked).trim(), isMade: true };
  });
}

/** HTTP Archive's form of a request: https://w3c.github.io/web-performance/specs/HAR/Overview.html#request. */
function harOf({ method, url, headers, isBasic, body }: SampleRequest): Har | undefined {
  const text = body === undefined ? undefined : textOf(body);
  if (body !== undefined && text === undefined) return undefined;
  const all = headers.map(([name, value]) => ({ name, value }));
  if (isBasic) all.unshift({ name: "Authorization", value: "Basic BASE64(USER:PASSWORD)" });
  const mimeType = headers.find(([name]) => name === "Content-Type")?.[1] ?? "";
  return {
    method,
    url,
    httpVersion: "HTTP/1.1",
    headers: all,
    queryString: [],
    cookies: [],
    headersSize: -1,
    bodySize: -1,
    ...(text === undefined ? {} : { postData: { mimeType, text } }),
  };
}

function withFields(har: Har, fields: readonly FormField[]): Har {
  const params = fields.map(({ name, value }) => ({ name, value }));
  return { ...har, postData: { mimeType: har.postData?.mimeType ?? "", params } };
}

/**
 * A form goes as its text, since the plugins of Ruby and Java know no fields and C#'s doesn't escape them.
 * A sharp in JSON is written by its number where Ruby would take what follows for code.
 */
function textOf(body: NonNullable<SampleRequest["body"]>): string | undefined {
  if (body.kind === "json")
    return JSON.stringify(body.value, undefined, 2)?.replaceAll(/#(?=[{$@])/g, String.raw`\u0023`);
  if (body.kind === "text") return body.text;
  if (body.kind === "form")
    return new URLSearchParams(
      body.fields.map(({ name, value }): [string, string] => [name, value]),
    ).toString();
  return undefined;
}
