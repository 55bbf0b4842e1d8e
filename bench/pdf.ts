/**
 * What a PDF costs: PAGES pages (200 unless said) of 2 kB with code, a table and a hint, each time in a thread of its
 * own as the server does it. The first run of a process also loads the typesetter's fonts and the grammars.
 */
import { runInWorker } from "../server/ports/worker.ts";
import type { PdfMade, PdfOrder } from "../server/workers/pdf/order.ts";

const count = Number(process.env["PAGES"] ?? 200);
const runs = 3;
const sentence = "What is read on paper is read slowly, so it has to be set with care. ";

function body(page: number): string {
  const parts = [
    `About ${page}, with **weight**, [a page](/pages/p${(page * 7) % count}) and [a site](https://example.com/${page}).`,
    sentence.repeat(8),
    `## First part\n\n${sentence.repeat(8)}`,
    `\`\`\`js\nexport function f${page}(a) {\n  return a + ${page};\n}\n\`\`\``,
    `## Second part\n\n| Name | Value |\n|---|---|\n| a | ${page} |\n| b | 2 |`,
    `{% hint style="info" %}\nTake note of ${page}.\n{% endhint %}`,
    sentence.repeat(8),
  ];
  return parts.join("\n\n");
}

async function main(): Promise<void> {
  const numbers = Array.from({ length: count }, (_, page) => page);
  const pages = numbers.map((page) => ({
    title: `Page ${page}`,
    depth: 0,
    isGroup: false,
    href: `/~page/p${page}`,
    markdown: body(page),
  }));
  const order: PdfOrder = {
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
  for (let run = 1; run <= runs; run++) {
    const [started, used] = [performance.now(), process.cpuUsage()];
    const { sheets } = await runInWorker<PdfMade>("pdf", order, { timeout: 120_000, memory: 1024 });
    const { user, system } = process.cpuUsage(used);
    const wall = Math.round(performance.now() - started);
    console.log(
      `run ${run}: ${sheets} sheets, ${wall} ms, ${Math.round((user + system) / 1000)} ms of processor`,
    );
  }
}

await main();
