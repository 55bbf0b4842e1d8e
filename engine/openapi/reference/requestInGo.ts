/** A request as Go's standard library sends it. */
import type { FormField, SampleRequest } from "./sampleRequest.ts";

/** A program of one request: what it needs is imported, and nothing else, since Go refuses what is not used. */
export function requestInGo({ method, url, headers, isBasic, body }: SampleRequest): string {
  const used = new Set(["fmt", "io", "net/http"]);
  const { lines, value, contentType } = bodyInGo(body, used);
  const sent = [
    ...lines,
    `req, err := http.NewRequest(${quoted(method)}, ${quoted(url)}, ${value})`,
    ...FAILED,
    ...(isBasic ? ['req.SetBasicAuth("USER", "PASSWORD")'] : []),
    ...headers.map(([name, text]) => `req.Header.Set(${quoted(name)}, ${quoted(text)})`),
    ...(contentType === undefined ? [] : [`req.Header.Set("Content-Type", ${contentType})`]),
    "",
    "res, err := http.DefaultClient.Do(req)",
    ...FAILED,
    "defer res.Body.Close()",
    "data, _ := io.ReadAll(res.Body)",
    "fmt.Println(res.Status, string(data))",
  ];
  const imports = [...used].toSorted().map((name) => `\t${quoted(name)}`);
  const main = sent.map((line) => (line === "" ? "" : `\t${line}`));
  return ["package main", "", "import (", ...imports, ")", "", "func main() {", ...main, "}"].join("\n");
}

const FAILED = ["if err != nil {", "\tpanic(err)", "}"];

interface GoBody {
  /** What comes before the request. */
  readonly lines: readonly string[];
  /** The reader of the body. */
  readonly value: string;
  /** An expression, where only the program knows. */
  readonly contentType?: string;
}

function bodyInGo(body: SampleRequest["body"], used: Set<string>): GoBody {
  switch (body?.kind) {
    case "json":
      used.add("strings");
      return reader(JSON.stringify(body.value, undefined, 2));
    case "text":
      used.add("strings");
      return reader(body.text);
    case "file":
      used.add("os");
      return { lines: ['file, err := os.Open("file")', ...FAILED], value: "file" };
    case "form": {
      used.add("net/url").add("strings");
      const set = body.fields.map(({ name, value }) => `form.Set(${quoted(name)}, ${quoted(value)})`);
      return { lines: ["form := url.Values{}", ...set], value: "strings.NewReader(form.Encode())" };
    }
    case "multipart":
      return multipart(body.fields, used);
    default:
      return { lines: [], value: "nil" };
  }
}

/** A body of several lines stands as it is, where it holds no sign that would end it. */
function reader(text: string): GoBody {
  const value = text.includes("`") ? quoted(text) : `\`${text}\``;
  return { lines: [`body := strings.NewReader(${value})`], value: "body" };
}

function multipart(fields: readonly FormField[], used: Set<string>): GoBody {
  used.add("bytes").add("mime/multipart");
  const parts = fields.flatMap(({ name, value, isFile }, at) => {
    if (!isFile) return [`form.WriteField(${quoted(name)}, ${quoted(value)})`];
    used.add("os");
    return [
      `part${at}, _ := form.CreateFormFile(${quoted(name)}, "file")`,
      `file${at}, _ := os.ReadFile("file")`,
      `part${at}.Write(file${at})`,
    ];
  });
  const lines = ["var body bytes.Buffer", "form := multipart.NewWriter(&body)", ...parts, "form.Close()"];
  return { lines, value: "&body", contentType: "form.FormDataContentType()" };
}

/** What JSON writes between quotes Go reads as the same text, but for the halves of characters. */
function quoted(text: string): string {
  return JSON.stringify(text.toWellFormed());
}
