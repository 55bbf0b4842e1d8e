/** What is read while somebody writes all the time, held against the same without a writer: ours on both sides. */
import { setTimeout as pause } from "node:timers/promises";
import { compare } from "../compare.ts";
import { authorized, type Fixture } from "../fixture.ts";
import { send, wire } from "../request.ts";
import { result, type Row } from "./row.ts";

const A_SECOND = 40;
const LEAST = 0.9;
const LIST = 20;

/** Counts what was written in all turns, and how long they took. */
interface Written {
  count: number;
  ms: number;
}

/** Edits pages of a space that nobody reads, by the clock, until it is told to stop. */
function writeTo({ filled, ours }: Fixture, size: number, written: Written): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const headers = { ...authorized, "content-type": "application/json" };
  const address = `/v1/spaces/${filled.spaces[size]}/content`;
  const pages = filled.pages[size] ?? [];
  const begun = performance.now();
  const write = async (): Promise<void> => {
    for (let turn = 0; !stopping.signal.aborted; turn++) {
      const page = pages[written.count % pages.length];
      const document = { markdown: `Written ${written.count}.\n` };
      const body = JSON.stringify({ changes: [{ operation: "update_page", page, document }] });
      const answer = await send(ours.port, "POST", address, headers, body);
      if (answer.status !== 200) throw new Error(`A write answers ${answer.status}: ${answer.body}`);
      written.count++;
      // One that took long is made up for.
      await pause(Math.max(0, begun + ((turn + 1) * 1000) / A_SECOND - performance.now()));
    }
    written.ms += performance.now() - begun;
  };
  const writing = write();
  return {
    stop() {
      stopping.abort();
      return writing;
    },
  };
}

function beside(name: string, requestsOf: (fixture: Fixture) => string[], published = false): Row {
  return {
    name: `${name}, beside a writer`,
    async run({ fixture, loader, pace }) {
      const { pid, port, sitesPort } = fixture.ours;
      const requests = requestsOf(fixture);
      const side = { pid, port: published ? sitesPort : port, requests, status: 200 };
      const written: Written = { count: 0, ms: 0 };
      const busy = { ...side, beside: () => writeTo(fixture, 100, written) };
      const compared = await compare(loader, busy, side, pace);
      const rate = (written.count * 1000) / written.ms;
      const note = `against the same without one; ${rate.toFixed(0)} edits a second`;
      return [{ ...result(this.name, compared, { of: "ratio", least: LEAST }), note }];
    },
  };
}

/** Come after the rows that read the space of a hundred pages, since they change it. */
export const besideWriter: readonly Row[] = [
  beside("one space by id", ({ filled }) => [wire("GET", `/v1/spaces/${filled.spaces[1000]}`, authorized)]),
  beside("one page by id", ({ filled }) =>
    (filled.pages[1000] ?? []).map((id) =>
      wire("GET", `/v1/spaces/${filled.spaces[1000]}/content/page/${id}`, authorized),
    ),
  ),
  beside(`list of ${LIST} spaces`, ({ filled }) => [
    wire("GET", `/v1/orgs/${filled.organization}/spaces?limit=${LIST}`, authorized),
  ]),
  beside(
    "published pages",
    ({ filled }) =>
      filled.published.slice(0, 100).map((path) => wire("GET", path, { "accept-encoding": "identity" })),
    true,
  ),
];
