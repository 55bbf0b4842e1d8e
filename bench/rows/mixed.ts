/** What the process holds after requests of all kinds over one space of small pages, and once it has rested. */
import { setTimeout as pause } from "node:timers/promises";
import { authorized } from "../fixture.ts";
import { send } from "../request.ts";
import type { Bench, Row } from "./row.ts";

const AT_ONCE = 16;
/** One request in so many writes. */
const WRITES_ONE_IN = 200;
const REST_MS = 5000;
const WORDS = ["tar", "ven", "sol", "mir", "dal", "kor", "pel", "rin"];

type Ask = (at: number) => Promise<{ readonly status: number }>;

/** Requests of each kind, by a number that stands for a page. */
function kinds({ fixture }: Bench): readonly Ask[] {
  const { ours, filled } = fixture;
  const space = `/v1/spaces/${filled.spaces[1000]}`;
  const ids = filled.pages[1000] ?? [];
  const id = (at: number) => ids[at % ids.length] ?? "";
  const path = (at: number) => filled.published[at % filled.published.length] ?? "";
  const api = (address: string) => send(ours.port, "GET", address, authorized);
  const site = (address: string, encoding: string) =>
    send(ours.sitesPort, "GET", address, { "accept-encoding": encoding });
  return [
    (at) => api(`${space}/content/page/${id(at)}`),
    (at) => api(`${space}/content/page/${id(at)}?format=document`),
    (at) => site(path(at), "br"),
    (at) => site(path(at), "identity"),
    (at) => site(`${path(at)}.md`, "identity"),
    (at) => api(`/v1/orgs/${filled.organization}/search?query=${WORDS[at % WORDS.length]}${at % 50}`),
    (at) => api(`${space}/content/page/${id(at)}/links`),
    () => api(`/v1/orgs/${filled.organization}/spaces?limit=20`),
    (at) => (at % 20 === 0 ? api(`${space}/content/pages`) : api(space)),
  ];
}

async function write({ fixture }: Bench, at: number): Promise<{ readonly status: number }> {
  const { ours, filled } = fixture;
  const ids = filled.pages[1000] ?? [];
  const page = ids[at % ids.length];
  const changes = [{ operation: "update_page", page, document: { markdown: `Written ${at}.\n` } }];
  const headers = { ...authorized, "content-type": "application/json" };
  const address = `/v1/spaces/${filled.spaces[1000]}/content`;
  return send(ours.port, "POST", address, headers, JSON.stringify({ changes }));
}

/**
 * Comes after the rows that read the space, since it changes pages of it.
 * @param requests how many are made
 */
export const mixed = (requests: number): Row => ({
  name: "resident memory after mixed requests",
  async run(bench) {
    const asks = kinds(bench);
    let next = 0;
    const askOn = async (): Promise<void> => {
      while (next < requests) {
        const turn = next++;
        // Each turn another page, in an order that repeats late.
        const at = (turn * 7919) % 99_991;
        const ask = asks[turn % asks.length] as Ask;
        const { status } = await (turn % WRITES_ONE_IN === 0 ? write(bench, at) : ask(at));
        if (status >= 400) throw new Error(`Request ${turn} answers ${status}.`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, askOn));
    const { ours } = bench.fixture;
    const busy = ours.residentMemory();
    await pause(REST_MS);
    return [
      {
        name: this.name,
        ours: ours.residentMemory(),
        unit: "MB",
        goal: { of: "ours", most: 350 },
        note: `${requests.toLocaleString("en")} requests over 1,000 pages; ${busy.toFixed(0)} MB when the last one was answered`,
      },
    ];
  },
});
