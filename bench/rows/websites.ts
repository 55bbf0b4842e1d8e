/** A website as a source of an import: from its address until its revision is committed, and the loop meanwhile. */
import { join } from "node:path";
import { authorized, type Places } from "../fixture.ts";
import { loopP99, type Ours, settingsOf, startOurs } from "../ours.ts";
import { get, send } from "../request.ts";
import type { Result } from "../table.ts";
import { type ServedWebsite, serveFolder, serveGenerated } from "../websiteSource.ts";

const PAGES = 1000;
const POLL_MS = 100;
const MOST_MS = 600_000;

interface Step {
  readonly name: string;
  readonly seconds: number;
  /** Milliseconds for which the event loop was held, at the 99th percentile. */
  readonly held: number;
}

/** An installation of its own imports a website of 1,000 pages, or the folder of HTML that BENCH_WEBSITE names. */
export async function websites({ root, folder }: Places, nodeArgs: readonly string[]): Promise<Result[]> {
  const given = process.env["BENCH_WEBSITE"];
  const website = given === undefined ? await serveGenerated(PAGES) : await serveFolder(given);
  const env = { ...settingsOf(join(folder, "websites"), undefined), LECTERN_ALLOW_PRIVATE_NETWORK: "1" };
  const ours = await startOurs(root, env, { core: undefined, nodeArgs });
  try {
    const { steps, imported } = await importWebsite(ours, website);
    const seconds = steps.reduce((sum, step) => sum + step.seconds, 0);
    const note = steps
      .map(({ name, seconds, held }) => `${name} ${seconds.toFixed(1)} s, loop p99 ${held.toFixed(0)} ms`)
      .join("; ");
    return [
      {
        name: "website of 1,000 pages until it is imported",
        ours: seconds,
        unit: "s",
        goal: { of: "ours", most: 60 },
        note: `${imported} pages and files${given === undefined ? "" : ` of ${given}`}; ${note}`,
      },
      {
        name: "website: event loop held, p99 of the worst step",
        ours: Math.max(...steps.map(({ held }) => held)),
        unit: "ms",
        goal: { of: "ours", most: 50 },
      },
    ];
  } finally {
    await ours.stop();
    website.close();
  }
}

async function importWebsite(
  { port, ...ours }: Ours,
  { url }: ServedWebsite,
): Promise<{ readonly steps: readonly Step[]; readonly imported: number }> {
  const json = async (path: string): Promise<any> =>
    JSON.parse((await get(port, path, authorized)).body.toString());
  const post = async (path: string, body: object): Promise<any> => {
    const headers = { ...authorized, "content-type": "application/json", prefer: "respond-async" };
    return JSON.parse((await send(port, "POST", path, headers, JSON.stringify(body))).body.toString());
  };
  const { items } = await json("/v1/orgs");
  const space = await post(`/v1/orgs/${items[0].id}/spaces`, { title: "Website" });
  const steps: Step[] = [];
  let step = "fetching";
  const begun = performance.now();
  let since = begun;
  const note = async (name: string): Promise<void> => {
    const now = performance.now();
    steps.push({ name: step, seconds: (now - since) / 1000, held: await loopP99({ port, ...ours }) });
    [step, since] = [name, now];
  };
  await loopP99({ port, ...ours });
  const { id } = await post(`/v1/spaces/${space.id}/content/import`, { url, source: "website" });
  for (;;) {
    if (performance.now() - begun > MOST_MS) throw new Error("The website was not imported in ten minutes.");
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const job = await json(`/v1/jobs/${id}`);
    if (job.error !== undefined) throw new Error(job.error.message ?? job.error);
    if (job.status === "done") {
      await note("");
      return { steps, imported: job.report.importedResources };
    }
    if (job.progress !== undefined && job.progress.step !== step) await note(job.progress.step);
  }
}
