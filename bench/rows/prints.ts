/** PDFs as a client waits for them: from the request until the last byte of the document. */
import { join } from "node:path";
import { medianOf } from "../compare.ts";
import { authorized, type Places } from "../fixture.ts";
import { type Ours, settingsOf, startOurs } from "../ours.ts";
import { pageToPrint } from "../pdfSource.ts";
import { processorTime, processesBelow } from "../processes.ts";
import { get, send } from "../request.ts";
import type { Result } from "../table.ts";

const PAGES = 200;
/** Fresh servers that are asked for their first document. */
const STARTS = 3;
/** Documents that the last of them is asked for after that, each of other words. */
const AGAIN = 5;
/** Changes of one request. */
const MOST_CHANGES = 50;
const json = { ...authorized, "content-type": "application/json" };

interface Print {
  /** Seconds. */
  readonly wall: number;
  /** Seconds of the server and of the processes that it started. */
  readonly processor: number;
}

/** An installation of its own is asked for documents: fresh servers for their first, and one of them for more. */
export async function prints({ root, folder }: Places, nodeArgs: readonly string[]): Promise<Result[]> {
  const env = settingsOf(join(folder, "prints"), undefined);
  const start = (): Promise<Ours> => startOurs(root, env, { core: undefined, nodeArgs });
  const filling = await start();
  const spaces = await fill(filling, STARTS + AGAIN);
  await rest(filling);
  await filling.stop();
  const first: Print[] = [];
  const again: Print[] = [];
  for (let index = 0; index < STARTS; index++) {
    const ours = await start();
    try {
      first.push(await printed(ours, spaces[index] ?? ""));
      if (index < STARTS - 1) continue;
      for (const space of spaces.slice(STARTS)) again.push(await printed(ours, space));
    } finally {
      await ours.stop();
    }
  }
  return [resultOf("first of a server", first), resultOf("again", again)];
}

function resultOf(when: string, prints: readonly Print[]): Result {
  const seconds = (values: readonly number[]): string => medianOf(values).toFixed(1);
  return {
    name: `PDF of ${PAGES} pages, ${when}`,
    ours: medianOf(prints.map(({ wall }) => wall)),
    unit: "s",
    goal: { of: "ours", most: 3 },
    note: `${seconds(prints.map(({ processor }) => processor))} s of processor`,
  };
}

const LOOK_MS = 500;
/** Seconds of processor in LOOK_MS that a server which does nothing stays below. */
const AT_REST = 0.02;

/** Waits until the search index has followed: servers that are started on what is left would go on with it. */
async function rest({ pid }: Ours): Promise<void> {
  for (let before = processorTime(pid), look = 0; look < 600; look++) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const now = processorTime(pid);
    if (!(now - before > AT_REST)) return;
    before = now;
  }
  throw new Error("The server does not come to rest.");
}

/** Makes spaces to print, and gives their ids. */
async function fill({ port }: Ours, count: number): Promise<string[]> {
  const orgs = JSON.parse((await get(port, "/v1/orgs", authorized)).body.toString());
  const spaces: string[] = [];
  for (let run = 1; run <= count; run++) {
    const { body } = await send(port, "POST", `/v1/orgs/${orgs.items[0].id}/spaces`, json, '{"title":"PDF"}');
    const { id } = JSON.parse(body.toString());
    const changes = Array.from({ length: PAGES }, (_, page) => {
      const text = pageToPrint(page, run, (to) => `./page-${to % PAGES}.md`);
      return { operation: "insert_page", document: { markdown: `# Page ${page}\n\n${text}` } };
    });
    for (let at = 0; at < PAGES; at += MOST_CHANGES) {
      const text = JSON.stringify({ changes: changes.slice(at, at + MOST_CHANGES) });
      const { status, body: said } = await send(port, "POST", `/v1/spaces/${id}/content`, json, text);
      if (status >= 300) throw new Error(`The pages to print answer ${status}: ${said}`);
    }
    spaces.push(id);
  }
  return spaces;
}

async function printed({ pid, port, sitesPort }: Ours, space: string): Promise<Print> {
  const used = (): number =>
    [pid, ...processesBelow(pid)].reduce((sum, process) => sum + (processorTime(process) || 0), 0);
  const before = used();
  const { status, body, ms } = await get(port, `/v1/spaces/${space}/pdf`, authorized);
  if (status !== 200) throw new Error(`The PDF answers ${status}: ${body}`);
  const { pathname } = new URL(JSON.parse(body.toString()).url);
  const document = await get(sitesPort, pathname);
  if (!document.body.subarray(0, 5).equals(Buffer.from("%PDF-"))) throw new Error("There is no document.");
  return { wall: (ms + document.ms) / 1000, processor: used() - before };
}
