import fc from "fast-check";
import { expect, test } from "vitest";
import { requestTexts } from "./requestTexts.ts";
import { requestsByPlugins } from "./requestsByPlugins.ts";
import type { SampleRequest } from "./sampleRequest.ts";

const REQUEST: SampleRequest = {
  method: "POST",
  url: "https://api.example.com/v1/pets/{petId}?limit=10",
  headers: [
    ["Authorization", "Bearer YOUR_TOKEN"],
    ["Content-Type", "application/json"],
  ],
  isBasic: false,
  body: { kind: "json", value: { name: 'Rex "the #{dog}"', tags: ["a"], owner: null } },
};

function written(request: SampleRequest): Record<string, string> {
  return Object.fromEntries(requestsByPlugins(request).map(({ title, text }) => [title, text]));
}

test("PHP, Ruby, Java and C# send the address, the headers and the body", () => {
  const all = written(REQUEST);
  expect(Object.keys(all)).toEqual(["PHP", "Ruby", "Java", "C#"]);
  expect(all["PHP"]).toContain(
    "$client->request('POST', 'https://api.example.com/v1/pets/{petId}?limit=10', [",
  );
  expect(all["PHP"]).toContain("'owner' => null");
  expect(all["Ruby"]).toContain("Net::HTTP::Post.new(url)");
  expect(all["Ruby"]).toContain(`request["Authorization"] = 'Bearer YOUR_TOKEN'`);
  expect(all["Java"]).toContain('.header("Authorization", "Bearer YOUR_TOKEN")');
  expect(all["Java"]).toContain(String.raw`\"owner\": null`);
  expect(all["C#"]).toContain('new AuthenticationHeaderValue("Bearer", "YOUR_TOKEN")');
  expect(all["C#"]).toContain(String.raw`"name": "Rex \"the`);
});

test("Python says of JSON which kind it is, where that is another than its own", () => {
  const python = (type: string): string => {
    const headers = [["Content-Type", type]] as const;
    return requestTexts({ ...REQUEST, headers }).find(({ title }) => title === "Python")?.text ?? "";
  };
  expect(python("application/merge-patch+json")).toContain(
    '        "Content-Type": "application/merge-patch+json",\n',
  );
  expect(python("application/json")).not.toContain("Content-Type");
});

test("Ruby takes nothing in a body for code", () => {
  const ruby = written(REQUEST)["Ruby"];
  expect(ruby).toContain(String.raw`the \#{dog}`);
});

test("a form goes whole and escaped in each of them", () => {
  const fields = [{ name: "a b", value: 'c&d "x"', isFile: false }];
  const headers: SampleRequest["headers"] = [["Content-Type", "application/x-www-form-urlencoded"]];
  const all = written({ ...REQUEST, headers, isBasic: true, body: { kind: "form", fields } });
  for (const title of ["Ruby", "Java", "C#"]) expect(all[title]).toContain("a+b=c%26d+%22x%22");
  expect(all["PHP"]).toContain(`'a b' => 'c&d "x"'`);
  for (const text of Object.values(all)) expect(text).toContain("BASE64(USER:PASSWORD)");
});

test("files and forms in parts are left to the languages that we write ourselves", () => {
  expect(requestsByPlugins({ ...REQUEST, body: { kind: "file" } })).toEqual([]);
  expect(requestsByPlugins({ ...REQUEST, body: { kind: "multipart", fields: [] } })).toEqual([]);
});

test.each(["api.example.com/v1", "{base}/pets", "{{baseUrl}}/pets", "", "https://", "-o/tmp/x"])(
  "an address that is none, %j, has no sample in them and keeps those that we write ourselves",
  (url) => {
    const titles = requestTexts({ ...REQUEST, url }).map(({ title }) => title);
    expect(titles).toEqual(["cURL", "JavaScript", "Python", "Go"]);
  },
);

test("a percent sign in a path is one", () => {
  const all = written({ ...REQUEST, url: "https://api.example.com/100%/x" });
  expect(Object.keys(all)).toEqual(["PHP", "Ruby", "Java", "C#"]);
  for (const text of Object.values(all)) expect(text).toContain("https://api.example.com/100%25/x");
});

test("a name with an apostrophe stays within its quotes", () => {
  const all = written({ ...REQUEST, url: "https://api.example.com/?name=O'Brien" });
  expect(all["PHP"]).toContain("'POST', 'https://api.example.com/?name=O%27Brien', [");
});

test("C# sends all words of who asks", () => {
  const all = written({ ...REQUEST, headers: [["Authorization", "Token a b"]] });
  expect(all["C#"]).toContain(String.raw`new AuthenticationHeaderValue("Token", "a\u0020b")`);
});

test("curl takes nothing for an option or for a file to send", () => {
  const curl = (more: Partial<SampleRequest>) => requestTexts({ ...REQUEST, headers: [], ...more })[0]?.text;
  expect(curl({ url: "-K/x" })).toMatch(/^curl -X POST --url "-K\/x" /);
  expect(curl({ method: "A;B", url: "/x" })).toMatch(/^curl -X "A;B" "\/x" /);
  expect(curl({ body: { kind: "text", text: "@/etc/passwd" } })).toContain('--data-raw "@/etc/passwd"');
  const fields = [{ name: "a", value: "@/etc/passwd", isFile: false }];
  expect(curl({ body: { kind: "multipart", fields } })).toContain('--form-string "a=@/etc/passwd"');
});

/** Texts of each language, by its own rules; what is left is the program. */
const TEXTS: Readonly<Record<string, RegExp>> = {
  PHP: /'(?:[^'\\]|\\[^])*'/g,
  Ruby: /"(?:[^"\\\n#]|\\[^]|#(?![{$@]))*"|'(?:[^'\\]|\\[^])*'/g,
  Java: /"(?:[^"\\\n\r]|\\.)*"/g,
  "C#": /("{3,})\n[^]*?\n\1(?!")|"(?:[^"\\\n\r\x85\u2028\u2029]|\\["\\]|\\u[\da-f]{4})*"/g,
};

function programs(request: SampleRequest): Record<string, string> {
  return Object.fromEntries(
    requestsByPlugins(request).map(({ title, text }) => [
      title,
      text.replaceAll(TEXTS[title] as RegExp, "T"),
    ]),
  );
}

const odd = fc
  .array(
    fc.oneof(
      fc.constantFrom("'", '"', "\\", "#{", "#$", "#@", "`", "\n", "\r", "\u2028", "\x85", '"""', "%", "%ff"),
      fc.constantFrom(");system('id');//", "*/", "//", "?", "#", " ", "\0", "\ud800", "\\u0022", "a", "ä"),
      fc.string({ unit: "binary", maxLength: 3 }),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(""));

type Fill = (at: number) => string;

/** Requests of one shape, each text of which is somebody's. */
const SHAPES: readonly ((fill: Fill) => SampleRequest)[] = (["json", "text", "form"] as const).map(
  (kind) => (fill) => ({
    method: "POST",
    url: `https://api.example.com/x${fill(0)}?y=z${fill(1)}`,
    headers: [
      ["Authorization", `Bearer x${fill(2)}`],
      ["X-One", fill(3)],
      ["Content-Type", kind === "json" ? "application/json" : `text/x${fill(4)}`],
    ],
    isBasic: false,
    body:
      kind === "json"
        ? { kind, value: { [`x${fill(5)}`]: [{ [`x${fill(6)}`]: fill(7) }] } }
        : kind === "text"
          ? { kind, text: `x${fill(5)}` }
          : { kind, fields: [{ name: `x${fill(5)}`, value: fill(6), isFile: false }] },
  }),
);

test("whatever a description says, each text stays a text of the same program", () => {
  const few = fc.array(odd, { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(fc.constantFrom(...SHAPES), few, (shape, texts) => {
      const plain = programs(shape(() => "x"));
      expect(Object.keys(plain)).toEqual(["PHP", "Ruby", "Java", "C#"]);
      const made = programs(shape((at) => texts[at] as string));
      for (const [title, program] of Object.entries(made))
        expect([title, program]).toEqual([title, plain[title]]);
      // What the address is refused for is the numbers of no letter: these two make it into their program.
      expect(Object.keys(made)).toEqual(expect.arrayContaining(["PHP", "C#"]));
    }),
    { numRuns: 400 },
  );
});

test("any address, method and name of a header is written, or left out", () => {
  fc.assert(
    fc.property(odd, odd, odd, (url, method, name) => {
      const some: SampleRequest = { ...REQUEST, url, method, headers: [[name, "x"]] };
      expect(requestTexts(some).slice(0, 4)).toHaveLength(4);
      const plain = programs({
        ...REQUEST,
        url: "https://x.example/x",
        method: "GET",
        headers: [["X", "x"]],
      });
      const at = { ...some, url: "https://x.example/x", method: "GET" };
      for (const [title, program] of Object.entries(programs(at))) expect(program).toBe(plain[title]);
    }),
    { numRuns: 300 },
  );
});
