/**
 * What typesetting a PDF costs, by processor time: PAGES pages (200 unless said) of 2 kB with code, a table and a hint, RUNS times (5) in one process,
 * as the server does it while it is asked for some; `npm run bench -- --only PDF` asks the server itself. The first run also loads the typesetter's fonts and the grammars;
 * each is of other words than the one before.
 */
import { makePdf } from "../server/workers/pdf/make.ts";
import type { PdfOrder } from "../server/workers/pdf/order.ts";
import { pageToPrint } from "./pdfSource.ts";

const count = Number(process.env["PAGES"] ?? 200);
const runs = Number(process.env["RUNS"] ?? 5);

export function orderOf(run: number): PdfOrder {
  const pages = Array.from({ length: count }, (_, page) => ({
    title: `Page ${page}`,
    depth: 0,
    isGroup: false,
    href: `/~page/p${page}`,
    markdown: pageToPrint(page, run, (to) => `/pages/p${to % count}`),
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
    const { sheets, bytes } = await makePdf({ drawings: {}, ...order });
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
