import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { fontEnvironment } from "../../ports/fonts.ts";
import { programOf } from "../../ports/worker-program.ts";
import { runInWorker } from "../../ports/worker.ts";
import { newFolder } from "../../test/folders.ts";
import { readPdf } from "./pdfText.fixture.ts";
import { diagramKey } from "../../../engine/markdown/html/diagramSource.ts";
import { preparePictures } from "./pictures.ts";
import { brokenAmong } from "./typeset.ts";
import { makePdf } from "./make.ts";
import type { OrderedPage, PdfResult, PdfOrder } from "./order.ts";

const sink = readFileSync(
  fileURLToPath(new URL("../../../engine/markdown/html/fixtures/kitchen-sink.md", import.meta.url)),
  "utf8",
);

const page = (markdown: string, more: Partial<OrderedPage> = {}): OrderedPage => ({
  title: "A page",
  depth: 0,
  isGroup: false,
  href: "/~page/a",
  markdown,
  ...more,
});

const order = (pages: OrderedPage[], more: Partial<PdfOrder> = {}): PdfOrder => ({
  title: "The handbook",
  subtitle: "",
  organization: "Acme",
  date: "21 November 2026",
  locale: "en",
  paper: "a4",
  isBook: pages.length > 1,
  pages,
  links: {},
  files: {},
  included: {},
  images: [],
  ...more,
});

async function made(pages: OrderedPage[], more: Partial<PdfOrder> = {}) {
  const { bytes, sheets, missing } = await makePdf({ drawings: {}, ...order(pages, more) });
  const read = readPdf(Buffer.from(bytes));
  return { ...read, count: sheets, missing, text: read.sheets.join("\n").replaceAll("\u200b", "") };
}

/** Words without the spaces, whose place on a line is the typesetter's. */
const squeezed = (text: string): string => text.replaceAll(/\s/g, "");

test("a book has a cover, contents with numbers, heads, and links that lead from page to page", async () => {
  const { sheets, inside, addresses, text } = await made(
    [
      page("See [the other](/pages/b#deep) and [outside](https://example.com/x).", { title: "First" }),
      page(`## Deep\n\nBack to [first](/pages/a).${"\n\nAnd on.".repeat(40)}`, {
        title: "Second",
        href: "/~page/b",
      }),
    ],
    { links: { a: { href: "/~page/a", title: "First" }, b: { href: "/~page/b", title: "Second" } } },
  );
  expect(sheets).toHaveLength(5);
  expect(sheets[0]).toContain("The handbook");
  expect(sheets[0]).toContain("21 November 2026");
  expect(squeezed(sheets[1] ?? "")).toMatch(/ContentsFirst.*3.*Second.*4/);
  // A chapter's first sheet has no head: the title is there.
  expect(squeezed(sheets[3] ?? "")).not.toContain("Thehandbook");
  expect(squeezed(sheets[4] ?? "")).toContain("ThehandbookSecond");
  expect(inside).toBeGreaterThanOrEqual(4);
  expect(addresses).toContain("https://example.com/x");
  expect(squeezed(text)).toContain("https://example.com/x");
});

test("everything that the dialect has is printed", async () => {
  const { text, count } = await made([page(sink, { title: "Sink" })]);
  const said = squeezed(text);
  for (const words of [
    "Aninfohint",
    "pnpmaddlecternnpm".slice(0, 14),
    "Aclosedone",
    "readonlyid:string",
    "Installtherunner".slice(0, 7),
    "Thefirstfootnote",
  ])
    expect(said).toContain(words);
  expect(said).toContain("Clone");
  expect(count).toBeGreaterThan(5);
});

test("what is written is never markup, reads no file and calls nothing", async () => {
  const nasty =
    '#read("/etc/passwd") #include "x.typ" #eval("1") $x$ *b* _i_ <label> @ref = Title `#sys.version` \\ #[x] //';
  const { text } = await made([
    page(
      `${nasty.replaceAll("*", "\\*")}\n\n\`\`\`typst\n${nasty}\n\`\`\`\n\n![#image("/etc/passwd")](file:///etc/passwd)`,
      {
        title: nasty,
        description: nasty,
      },
    ),
  ]);
  expect(squeezed(text)).toContain(squeezed('#read("/etc/passwd")'));
  expect(squeezed(text)).toContain(squeezed('#eval("1")'));
  expect(text).not.toContain("root:");
});

test.each<[string, string]>([
  ["a paragraph of a megabyte", "word ".repeat(200_000)],
  ["a word of 200 kB", "w".repeat(200_000)],
  [
    "a list a hundred deep",
    Array.from({ length: 100 }, (_, depth) => `${"  ".repeat(depth)}- level ${depth}`).join("\n"),
  ],
  ["quotes two hundred deep", `${"> ".repeat(200)}here`],
  ["hints in hints", `${'{% hint style="info" %}\n'.repeat(40)}x\n${"{% endhint %}\n".repeat(40)}`],
  ["bold in italics in bold", `${"**_".repeat(60)}x${"_**".repeat(60)}`],
  ["a table of a thousand rows", `| a | b |\n|---|---|\n${"| one | two |\n".repeat(1000)}`],
  ["a formula nested deeply", `$$\n${"\\frac{1}{".repeat(60)}x${"}".repeat(60)}\n$$`],
  ["nothing", ""],
  ["odd characters", "a\u0000b \ud800 \uffff \u202e \u{10ffff} \u200b x"],
  [
    "links to places that are not there",
    "[a](#nowhere) [b](/pages/gone#x) [c](javascript:alert(1)) [d](//host/x)",
  ],
])("prints %s", async (_, markdown) => {
  const { count } = await made([page(markdown)]);
  expect(count).toBeGreaterThan(0);
});

test.each([
  ["zh", "警告"],
  ["pt-br", "Aviso"],
  ["tr", "Uyarı"],
  ["fi", "Warning"],
])("a hint of a document in %s is called %s", async (locale, called) => {
  const { text } = await made([page('{% hint style="warning" %}\nx\n{% endhint %}')], { locale });
  expect(squeezed(text)).toContain(called);
});

test("a table repeats its header on every sheet that it goes on to", async () => {
  const rows = Array.from({ length: 200 }, (_, row) => `| row ${row} | value |`).join("\n");
  const { sheets } = await made([page(`| Name of it | Worth |\n|---|---|\n${rows}`)]);
  expect(sheets.length).toBeGreaterThan(3);
  for (const sheet of sheets) expect(sheet).toContain("Name of it");
});

test("long lines of code go on with a mark", async () => {
  const { text } = await made([page(`\`\`\`\n${"x".repeat(300)}\n\`\`\``)]);
  expect(text.split("↪")).toHaveLength(4);
});

test("formulas are typeset, and what can't be read is printed as it is written", async () => {
  const { text } = await made([
    page("$$\n\\frac{a}{b} + \\sqrt{x^2} + \\sum_{i=0}^n i\n$$\n\nand $$\\nonsense{$$"),
  ]);
  expect(text).toContain("∑");
  expect(text).not.toContain("frac");
  expect(text).toContain("nonsense");
});

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const files = {
  f: { href: "/f.png", name: "f.png", size: 1, contentType: "image/png", width: 4, height: 4 },
};
const svg = (inner: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inner}</svg>`);

test.each<[string, string, Buffer, number]>([
  ["a picture", "image/png", PNG, 0],
  ["a drawing", "image/svg+xml", svg('<path d="M0 0h9v9z"/>'), 0],
  ["a drawing that names a file", "image/svg+xml", svg('<image href="/etc/passwd"/>'), 1],
  ["a drawing that is broken", "image/svg+xml", Buffer.from("<svg"), 1],
  ["a picture cut short", "image/png", PNG.subarray(0, 40), 1],
  ["a picture that is none", "image/jpeg", Buffer.from("nothing of the kind"), 1],
])("prints a page with %s", async (_, contentType, bytes, missing) => {
  const done = await made([page("Before\n\n![The *alt*](/files/f)\n\nafter")], {
    files,
    images: [{ src: "/f.png", contentType, bytes }],
  });
  expect(done.missing).toBe(missing);
  expect(squeezed(done.text)).toContain("Before");
  expect(squeezed(done.text)).toContain("after");
});

test("of pictures that end the typesetting, those that do are told from the others", async () => {
  const pictures = { "good.png": PNG, "bad.png": PNG.subarray(0, 50), "drawing.svg": svg("<g/>") };
  expect([...(await brokenAmong(new Map(Object.entries(pictures))))]).toEqual(["bad.png"]);
});

test("a picture of a long scroll is made no larger than a sheet shows it", async () => {
  const { Transformer } = await import("@napi-rs/image");
  const pixels = Buffer.alloc(300 * 6000 * 4, 200);
  const bytes = await Transformer.fromRgbaPixels(pixels, 300, 6000).png();
  const { files: drawn, bySrc } = await preparePictures([{ src: "/a", contentType: "image/png", bytes }]);
  const [small = Buffer.alloc(0)] = drawn.values();
  const { width, height } = await new Transformer(small).metadata();
  expect([width, height]).toEqual([110, 2200]);
  expect(bySrc.get("/a")).toMatchObject({ width: 225, height: 4500 });
});

test("a document that takes too long is ended in the middle of it, and the next one is made", async () => {
  const long = page(sink, { html: `<p>${"word ".repeat(200)}</p>`.repeat(2000) });
  const run = (pages: OrderedPage[], timeout: number) =>
    runInWorker<PdfResult>("pdf", { print: order(pages) }, { timeout, memory: 1024 });
  await expect(run(Array(200).fill(long), 500)).rejects.toMatchObject({ reason: "timeout" });
  expect((await run([page("Short.")], 60_000)).sheets).toBe(1);
});

test("letters of East Asia, Greek and Cyrillic, and emoji, are drawn from fonts that we bring", async () => {
  const words = ["你好世界", "漢字假名", "こんにちは", "안녕하세요", "Привет", "Καλημέρα", "🚀"];
  const { text, fonts } = await made([page(words.join("\n\n"), { title: "📘 文档" })]);
  for (const word of words) expect(squeezed(text)).toContain(word);
  expect(fonts.join()).toMatch(/NotoSansCJKsc.*NotoEmoji|NotoEmoji.*NotoSansCJKsc/);
});

test("Arabic and Hebrew are drawn, and code in them is not turned around", async () => {
  const arabic = "شغّل `--help` على الخادم **الآن**.\n\n- `--port` נקודה";
  const { text, fonts } = await made([page(arabic, { title: "دليل" })], { locale: "ar" });
  const drawn = squeezed(text);
  // As it is drawn, from the left: turned around, the signs would stand behind the word.
  for (const code of ["--help", "--port"]) expect(drawn).toContain(code);
  // The letters of a word that are written from the right are drawn from the left.
  expect(drawn).toContain([..."נקודה"].toReversed().join(""));
  expect(fonts.join()).toMatch(
    /NotoNaskhArabic-Regular.*NotoNaskhArabic-Bold|NotoNaskhArabic-Bold.*-Regular/,
  );
});

test("the machine's own fonts are not used, whatever they are called", async () => {
  const home = newFolder("home");
  mkdirSync(`${home}/.fonts`);
  writeFileSync(`${home}/.fonts/foreign.otf`, foreignFont());
  const [host, program] = await Promise.all([programOf("host"), programOf("pdf")]);
  const child = fork(fileURLToPath(host), ["pdf", program.href, "1024"], {
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env: { HOME: home, ...fontEnvironment() },
    execArgv: [],
  });
  child.send({ input: { print: order([page("你好世界")]) } });
  const [{ output }] = (await once(child, "message")) as [{ output: PdfResult }];
  const fonts = readPdf(Buffer.from(output.bytes)).fonts.join();
  expect(fonts).toContain("NotoSansCJKsc-Regular");
  expect(fonts).not.toContain("NotoSansCJKsc-Foreign");
  const elsewhere = await runInWorker<PdfResult>(
    "pdf",
    { print: order([page("你好世界")]) },
    { timeout: 180_000, memory: 1024 },
  );
  expect(Buffer.from(output.bytes).equals(Buffer.from(elsewhere.bytes))).toBe(true);
  child.kill("SIGKILL");
  await once(child, "exit");
  rmSync(home, { recursive: true });
});

/** Ours under other names, of a family that the template asks for before ours. */
function foreignFont(): Buffer {
  const font = readFileSync(
    fileURLToPath(new URL("../../../fonts/NotoSansCJKsc-Regular.otf", import.meta.url)),
  );
  const name = (text: string): Buffer => Buffer.from(text, "utf16le").swap16();
  const family = [name("Noto Sans CJK SC"), name("Noto Serif SC")] as const;
  for (const [from, to] of [[name("NotoSansCJKsc-Regular"), name("NotoSansCJKsc-Foreign")], family])
    for (let at = font.indexOf(from); at !== -1; at = font.indexOf(from)) to.copy(font, at);
  // Each record of the table of names has its kind at 6 and a length in bytes at 8; kind 1 is the family.
  const names = font.readUInt32BE(font.indexOf("name", 12, "latin1") + 8);
  for (let record = names + 6; font.readUInt16BE(record + 6) < 2; record += 12)
    if (font.readUInt16BE(record + 6) === 1) font.writeUInt16BE(family[1].length, record + 8);
  return font;
}

test("no address of a scheme that does something gets into a document", async () => {
  const nasty = ["javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "data:text/html,x"];
  nasty.push("vbscript:x", "file:///etc/passwd", " javascript:x", "\u0001javascript:x");
  const html = nasty
    .map((href) => `<p><a href="${href}">x</a></p><a class="ref" href="${href}">y</a>`)
    .join("");
  const good = '<p><a href="/acme/page">z</a></p>';
  const written = nasty.map((href) => `[a](<${href}>)`).join("\n\n");
  const { addresses } = await made([page("", { html: html + good }), page(written)], {
    base: "https://docs.example.com/acme/",
  });
  expect(new Set(addresses)).toEqual(new Set(["https://docs.example.com/acme/page"]));
});

test("a diagram is drawn, once somebody has drawn it, and its source stands there until then", async () => {
  const pages = [page("```dot\ndigraph { a -> b }\n```\n\n```mermaid\ngraph TD\n```")];
  const wanted = [
    { kind: "graphviz", text: "digraph { a -> b }" },
    { kind: "mermaid", text: "graph TD" },
  ] as const;
  expect(await makePdf(order(pages))).toEqual({ diagrams: wanted });
  const svg =
    '<svg viewBox="0 0 90 90"><path d="M0 0L90 90" stroke="black"/><text x="9" y="40">Drawn</text></svg>';
  const { text, missing, bytes } = await made(pages, { drawings: { [diagramKey(wanted[0])]: svg } });
  expect(missing).toBe(0);
  expect(bytes.toString("latin1")).toMatch(/\/Subtype\s*\/Form/);
  expect(squeezed(text)).not.toContain("digraph");
  expect(squeezed(text)).toContain("Diagram(source)graphTD");
});
