/**
 * What a PDF costs: PAGES pages (200 unless said) of 2 kB with code, a table and a hint, RUNS times (5) in one process,
 * as the server does it while it is asked for some. The first run also loads the typesetter's fonts and the grammars;
 * each is of other words than the one before.
 */
import { makePdf } from "../server/workers/pdf/make.ts";
import type { PdfOrder } from "../server/workers/pdf/order.ts";

const count = Number(process.env["PAGES"] ?? 200);
const runs = Number(process.env["RUNS"] ?? 5);
const sentence = "What is read on paper is read slowly, so it has to be set with care. ";

function body(page: number, run: number): string {
  const parts = [
    `About ${page} in ${run}, with **weight**, [a page](/pages/p${(page * 7) % count}) and [a site](https://example.com/${page}).`,
    sentence.repeat(8),
    `## First part\n\n${sentence.repeat(8)}`,
    `\`\`\`js\nexport function f${page}(a) {\n  return a + ${page * run};\n}\n\`\`\``,
    `## Second part\n\n| Name | Value |\n|---|---|\n| a | ${page * run} |\n| b | 2 |`,
    `{% hint style="info" %}\nTake note of ${page} in ${run}.\n{% endhint %}`,
    sentence.repeat(8),
  ];
  return parts.join("\n\n");
}

export function orderOf(run: number): PdfOrder {
  const pages = Array.from({ length: count }, (_, page) => ({
    title: `Page ${page}`,
    depth: 0,
    isGroup: false,
    href: `/~page/p${page}`,
    markdown: body(page, run),
  }));
  return {
    title: "Bench",
    subtitle: "",
    organization: "Acme",
    date: "1 January 2026",
    locale: "en",
    paper: "a4",
    isBook: true,
    pages,
    links: Object.fromEntries(pages.map(({ title, href }, page) => [`p${page}`, { title, href }])),
    files: {},
    included: {},
    images: [],
  };
}

async function main(): Promise<void> {
  for (let run = 1; run <= runs; run++) {
    const order = orderOf(run);
    const [started, used] = [performance.now(), process.cpuUsage()];
    const { sheets, bytes } = await makePdf(order);
    const { user, system } = process.cpuUsage(used);
    const wall = Math.round(performance.now() - started);
    const processor = Math.round((user + system) / 1000);
    const resident = Math.round(process.memoryUsage.rss() / 1024 / 1024);
    console.log(
      `run ${run}: ${sheets} sheets, ${Math.round(bytes.byteLength / 1024)} kB, ${wall} ms, ` +
        `${processor} ms of processor, ${resident} MB resident`,
    );
  }
}

if (process.env["RUNS"] !== "0") await main();
