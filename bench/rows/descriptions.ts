/** The largest description of an API that there is to have: from its address to a version, and the loop meanwhile. */
import { createReadStream } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { authorized, type Places } from "../fixture.ts";
import { medianOf } from "../compare.ts";
import { loopP99, type Ours, settingsOf, startOurs } from "../ours.ts";
import { get, send } from "../request.ts";
import type { Result } from "../table.ts";

const POLL_MS = 20;
const MOST_MS = 120_000;

/** An installation of its own reads GitHub's description, 13 MB, from a server on this machine. */
export async function descriptions({ root, folder }: Places): Promise<Result[]> {
  const document = createRequire(join(root, "package.json")).resolve(
    "@octokit/openapi/generated/api.github.com.json",
  );
  const source = createServer((_, response) => void createReadStream(document).pipe(response));
  await new Promise<void>((resolve) => source.listen(0, "127.0.0.1", resolve));
  const env = { ...settingsOf(join(folder, "descriptions"), undefined), LECTERN_ALLOW_PRIVATE_NETWORK: "1" };
  const ours = await startOurs(root, env, { core: undefined });
  try {
    const orgs = JSON.parse((await get(ours.port, "/v1/orgs", authorized)).body.toString());
    const specs = `/v1/orgs/${orgs.items[0].id}/openapi`;
    const url = `http://127.0.0.1:${(source.address() as AddressInfo).port}/api.json`;
    const body = JSON.stringify({ slug: "github", source: { url } });
    await loopP99(ours);
    const begun = performance.now();
    await send(ours.port, "POST", specs, { ...authorized, "content-type": "application/json" }, body);
    for (let state = ""; state !== "complete";) {
      if (performance.now() - begun > MOST_MS) throw new Error("The description was not read.");
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      const spec = JSON.parse((await get(ours.port, `${specs}/github`, authorized)).body.toString());
      if (spec.lastProcessErrorCode !== undefined) throw new Error(JSON.stringify(spec));
      state = spec.processingState;
    }
    const seconds = (performance.now() - begun) / 1000;
    const held = await loopP99(ours);
    const pages = await referencePages(ours, orgs.items[0].id);
    return [
      {
        name: "OpenAPI of 13 MB until its version",
        ours: seconds,
        unit: "s",
        goal: { of: "ours", most: 20 },
      },
      { name: "OpenAPI: event loop held, p99", ours: held, unit: "ms", goal: { of: "ours", most: 50 } },
      ...pages,
    ];
  } finally {
    await ours.stop();
    source.close();
  }
}

const LOOK_MS = 400;
/** Of one look; seconds. */
const AT_REST = 0.04;

/** Waits until the search index has followed: its thousand pages would be measured with those that are read. */
async function rest(ours: Ours): Promise<void> {
  for (let before = ours.processorTime(), look = 0; look < 300; look++) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const now = ours.processorTime();
    if (!(now - before > AT_REST)) return;
    before = now;
  }
  throw new Error("The server does not come to rest.");
}

const READERS = 60;
const PER_PAGE = 10;

/** Pages of its reference: each for its first reader, and the same again. */
async function referencePages(ours: Ours, organization: string): Promise<Result[]> {
  const headers = { ...authorized, "content-type": "application/json" };
  const post = async (path: string, body?: object): Promise<{ id: string; urls: { published?: string } }> => {
    const answer = await send(
      ours.port,
      "POST",
      path,
      headers,
      body === undefined ? "" : JSON.stringify(body),
    );
    if (answer.status >= 300) throw new Error(`${path} answers ${answer.status}: ${answer.body}`);
    return JSON.parse(answer.body.toString());
  };
  const space = await post(`/v1/orgs/${organization}/spaces`, { title: "GitHub" });
  const dependencies = { spec: { ref: { kind: "openapi", spec: "github" } } };
  const computed = { type: "builtin:openapi", props: { models: true }, dependencies };
  const changes = [{ operation: "insert_page", type: "computed", title: "API", computed }];
  await post(`/v1/spaces/${space.id}/content`, { changes });
  const site = await post(`/v1/orgs/${organization}/sites`, { title: "GitHub", spaces: [space.id] });
  const published = await post(`/v1/orgs/${organization}/sites/${site.id}/publish`);
  const base = new URL(published.urls.published ?? "").pathname.replace(/\/?$/, "/");
  const listed = await get(ours.port, `/v1/spaces/${space.id}/content/pages`, authorized);
  if (listed.status !== 200) throw new Error(`The list of pages answers ${listed.status}: ${listed.body}`);
  const { pages } = JSON.parse(listed.body.toString()) as { pages: Listed[] };
  const paths = pages.flatMap((page) => [page, ...page.pages]).map(({ path }) => base + path);
  const step = Math.max(1, Math.floor(paths.length / READERS));
  await rest(ours);
  const cold: number[] = [];
  const again: number[] = [];
  const read = async (path: string, into: number[]): Promise<void> => {
    const { status, ms } = await get(ours.sitesPort, path, { "accept-encoding": "br" });
    if (status !== 200) throw new Error(`${path} answers ${status}.`);
    into.push(ms);
  };
  for (let at = 1; at < paths.length; at += step) {
    const path = paths[at] as string;
    await read(path, cold);
    for (let time = 0; time < PER_PAGE; time++) await read(path, again);
  }
  const note = `slowest of ${cold.length}: ${Math.max(...cold).toFixed(1)} ms`;
  return [
    {
      name: "reference page, first reader",
      ours: medianOf(cold),
      unit: "ms",
      note,
      goal: { of: "ours", most: 50 },
    },
    { name: "reference page, again", ours: medianOf(again), unit: "ms", goal: { of: "ours", most: 2 } },
  ];
}

interface Listed {
  readonly path: string;
  readonly pages: readonly Listed[];
}
