/** What becomes of documents that can't be made, and of those that are unusual. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { Page } from "../../../engine/page.ts";
import type { PageBranch } from "../../../engine/tree.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import type { PdfOrder } from "../../workers/pdf/order.ts";
import { readPdf } from "../../workers/pdf/pdfText.fixture.ts";
import { keepPrint } from "./kept.ts";
import type { PrintLimits } from "./parts.ts";
import { openRunner } from "../../jobs/runner.ts";
import { selectPages } from "./gather.ts";
import { PDF_JOB, pdfJob } from "./pdfJob.ts";

const world = useWorld();
let writer: Person;

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
});

async function makeSpace(title: string, more: object = {}): Promise<string> {
  return (await world().post(`/orgs/${world().organization}/spaces`, { title, ...more }, writer)).body.id;
}

const insert = async (space: string, titles: readonly string[], text = "Said."): Promise<void> => {
  for (let at = 0; at < titles.length; at += 50) {
    const changes = titles.slice(at, at + 50).map((title) => ({
      operation: "insert_page",
      document: { markdown: `# ${title}\n\n${text}` },
    }));
    const { status, body } = await world().post(`/spaces/${space}/content`, { changes }, writer);
    expect([status, body.error]).toEqual([200, undefined]);
  }
};

const pdf = (space: string, headers: Record<string, string> = {}) =>
  world().call("GET", `/spaces/${space}/pdf`, { as: writer, headers });

async function sheetsOf(url: string): Promise<readonly string[]> {
  const [, key = ""] = /\/pdf\/\w+\/(\w+)\//.exec(url) ?? [];
  const { db, blobs } = world().deps;
  const row = await db.read
    .selectFrom("prints")
    .select("hash")
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  const parts: Buffer[] = [];
  for await (const part of (await blobs.of(world().organization).get(row.hash)) ?? [])
    parts.push(part as Buffer);
  return readPdf(Buffer.concat(parts)).sheets;
}

test("an empty space has a document, with its name and its emoji on it", async () => {
  const { status, body } = await pdf(await makeSpace("Nothing yet", { emoji: "1f4d8" }));
  expect(status).toBe(200);
  expect(body.url).toMatch(/\/nothing-yet\.pdf$/);
  const sheets = await sheetsOf(body.url);
  expect(sheets.join("\n").replaceAll(/\s/g, "")).toContain("📘Nothingyet");
});

test("a document speaks the language of its space", async () => {
  const space = await makeSpace("Chinese", { language: "zh" });
  await insert(space, ["One", "Two"], '{% hint style="warning" %}\nx\n{% endhint %}');
  const said = (await sheetsOf((await pdf(space)).body.url)).join("\n").replaceAll(/\s/g, "");
  for (const word of ["目录", "警告", "年"]) expect(said).toContain(word);
});

test("a document has 3,000 pages at most, and who asks for more is told what to do", () => {
  const page = { type: "document", id: "p", title: "P", slug: "p", updatedAt: 0 } as unknown as Page;
  const many = Array.from({ length: 3001 }, () => ({ page, path: "p", pages: [] }) as PageBranch);
  expect(selectPages(many.slice(1), {})).toHaveLength(3000);
  expect(() => selectPages(many, {})).toThrow("Ask for one with the query parameter page");
});

test("one that takes too long or too much is refused with what to do, and the next one is made", async () => {
  const order: Omit<PdfOrder, "images"> = {
    title: "T",
    subtitle: "",
    organization: "",
    date: "",
    locale: "en",
    paper: "a4",
    isBook: false,
    links: {},
    files: {},
    included: {},
    pages: [],
  };
  const space = await makeSpace("Kept");
  const keep = (key: string, html: string, limits?: PrintLimits) =>
    keepPrint(
      world().deps,
      { organization: world().organization, key, space },
      async () => {
        const pages = [{ title: "P", depth: 0, isGroup: false, href: "/p", html }];
        return { order: { ...order, pages }, pictures: [] };
      },
      limits === undefined ? {} : { limits },
    );
  const long = "<p>word</p>".repeat(100_000);
  const refusal = { status: 413, message: expect.stringContaining("query parameter page") };
  await expect(keep("0", long, { timeout: 1, memory: 1024, inAll: 60_000 })).rejects.toMatchObject(refusal);
  await expect(keep("1", long, { timeout: 60_000, memory: 16, inAll: 60_000 })).rejects.toMatchObject(
    refusal,
  );
  await expect(keep("3", long, { timeout: 60_000, memory: 1024, inAll: 1 })).rejects.toMatchObject(refusal);
  expect((await keep("2", "<p>Short.</p>")).size).toBeGreaterThan(1000);
});

test("one organization has three documents in the making at once, and leaves room to others", async () => {
  const space = await makeSpace("Many at once");
  let go = (): void => undefined;
  const gone = new Promise<void>((resolve) => (go = resolve));
  let begun = 0;
  const keep = (key: string, organization = world().organization) =>
    keepPrint(world().deps, { organization, key, space }, async () => {
      begun += 1;
      await gone;
      throw new Error("enough");
    }).catch((error: { status?: number }) => error.status ?? "asked for");
  const made = ["a", "b", "c"].map((key) => keep(key));
  // Not before all three are in the making: asked sooner, this one could take the place of one of them.
  await expect.poll(() => begun).toBe(3);
  expect(await keep("d")).toBe(503);
  const other = keep("e", "another");
  go();
  expect(await Promise.all([...made, other])).toEqual(["asked for", "asked for", "asked for", "asked for"]);
});

test("a document of many pages is set in parts, and tells how far it is", async () => {
  const space = await makeSpace("In parts");
  const pages = Array.from({ length: 310 }, (_, index) => ({
    title: `P${index}`,
    depth: index % 10 === 0 ? 0 : 1,
    isGroup: false,
    href: `/p${index}`,
    html: `<p>Said ${index}. <a href="/p${309 - index}">Across</a></p>`,
  }));
  const about = { title: "T", subtitle: "", organization: "", date: "", locale: "en", paper: "a4" } as const;
  const order = { ...about, isBook: true, links: {}, files: {}, included: {}, pages };
  const told: number[] = [];
  const { hash } = await keepPrint(
    world().deps,
    { organization: world().organization, key: "parts", space },
    async () => ({ order, pictures: [] }),
    { onProgress: async (done, total) => told.push(done, total) },
  );
  // Chapters stay whole, where that makes no part much too small.
  expect(told).toEqual([0, 310, 140, 310, 280, 310, 310, 310]);
  const parts: Buffer[] = [];
  for await (const part of (await world().deps.blobs.of(world().organization).get(hash)) ?? [])
    parts.push(part as Buffer);
  const { sheets, addresses } = readPdf(Buffer.concat(parts));
  // A chapter of ten short pages has a sheet of its own.
  const last = sheets.at(-1)?.replaceAll(/\s/g, "") ?? "";
  expect(last).toContain("Said309");
  expect(last).toMatch(new RegExp(`${sheets.length}$`));
  expect(addresses).toEqual([]);
});

/** Ends every process of this one that typesets, until something is settled. @returns how many it ended */
async function endTypesettersUntil(settled: Promise<unknown>): Promise<number> {
  const ended = new Set<number>();
  const state = { isSettled: false };
  const note = (): void => void (state.isSettled = true);
  settled.then(note, note);
  while (!state.isSettled) {
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").trim().split(" ");
    for (const pid of children.filter(isTypesetter).map(Number)) {
      process.kill(pid, "SIGKILL");
      ended.add(pid);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return ended.size;
}

function isTypesetter(pid: string): boolean {
  try {
    const said = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    return said.includes("pdf") || said[0]?.startsWith("lectern pdf") === true;
  } catch {
    return false;
  }
}

describe.runIf(process.platform === "linux")("a typesetter that is killed in the middle", () => {
  const long = "This is written so that it takes a while to be set. ".repeat(2500);

  test("is told to who waits for it, and the next document is made", async () => {
    const space = await makeSpace("Killed");
    await insert(space, ["One"], long);
    const asked = pdf(space);
    expect(await endTypesettersUntil(asked)).toBeGreaterThan(0);
    const { status, body, headers } = await asked;
    expect([status, headers["retry-after"]]).toEqual([503, "60"]);
    expect(body.error.message).toContain("query parameter page");
    expect((await pdf(space)).status).toBe(200);
  });

  test("has its job tried again", async () => {
    const space = await makeSpace("Killed job");
    await insert(space, ["One"], long);
    const { body } = await pdf(space, { prefer: "respond-async" });
    const run = world().runJobs();
    expect(await endTypesettersUntil(run)).toBeGreaterThan(0);
    const job = async () => (await world().get(`/jobs/${body.id}`, writer)).body;
    expect((await job()).status).toBe("queued");
    world().ahead = 3600_000;
    await world().runJobs();
    const { status, report } = await job();
    world().ahead = 0;
    expect([status, typeof report?.url]).toEqual(["done", "string"]);
  });
});

test("a process that stops gives a document back that is in the making, and the next one makes it", async () => {
  const space = await makeSpace("Stopped");
  await insert(space, ["One"], "This is written so that it takes a while to be set. ".repeat(2500));
  const { body } = await pdf(space, { prefer: "respond-async" });
  const status = async () => (await world().get(`/jobs/${body.id}`, writer)).body.status;
  const { deps } = world();
  const handler = pdfJob(deps);
  await new Promise<void>((stopped, failed) => {
    const runner = openRunner(deps, {
      [PDF_JOB]: (running) => {
        // A turn later, when it has begun and can't have ended.
        setImmediate(() => void runner.stop().then(stopped, failed));
        return handler(running);
      },
    });
    runner.start().catch(failed);
  });
  expect(await status()).toBe("queued");
  await world().runJobs();
  expect(await status()).toBe("done");
});

test("a job whose space is gone fails and says so", async () => {
  const space = await makeSpace("Gone");
  await insert(space, ["One"]);
  const { body } = await pdf(space, { prefer: "respond-async" });
  await world().delete(`/spaces/${space}`, writer);
  await world().runJobs();
  const { status, error } = (await world().get(`/jobs/${body.id}`, writer)).body;
  expect([status, JSON.stringify(error)]).toEqual(["failed", expect.stringContaining("may not read")]);
});
