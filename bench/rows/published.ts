/** Published pages: ready in memory, and made for their first reader. */
import { setTimeout as pause } from "node:timers/promises";
import { medianOf } from "../compare.ts";
import { authorized, type Fixture } from "../fixture.ts";
import { get, send, wire } from "../request.ts";
import { against, type Row } from "./row.ts";

function ready(encoding: "br" | "identity", beside = ""): Row {
  return against(
    `published page, ready${encoding === "br" ? ", Brotli" : ""}${beside}`,
    0.7,
    async ({ fixture }) => {
      const path = fixture.filled.published[0] ?? "";
      const headers = { "accept-encoding": encoding };
      const { status, body } = await get(fixture.ours.sitesPort, path, headers);
      if (status !== 200) throw new Error(`${path} answers ${status}.`);
      const name = `page-${encoding}`;
      const about = encoding === "br" ? { encoding } : {};
      fixture.giveConstant(name, { type: "text/html; charset=utf-8", body, ...about });
      return {
        ours: [wire("GET", path, headers)],
        peer: [wire("GET", `/constant/${name}`, headers)],
        published: true,
      };
    },
  );
}

const FIRST_READERS = 150;

const cold: Row = {
  name: "published page, first reader",
  async run({ fixture }) {
    const paths = fixture.filled.published.slice(1, 1 + FIRST_READERS);
    const times: number[] = [];
    for (const path of paths) {
      const { status, ms } = await get(fixture.ours.sitesPort, path, { "accept-encoding": "br" });
      if (status !== 200) throw new Error(`${path} answers ${status}.`);
      times.push(ms);
    }
    return [
      {
        name: this.name,
        ours: medianOf(times),
        unit: "ms",
        note: `slowest of ${times.length}: ${Math.max(...times).toFixed(1)} ms`,
      },
    ];
  },
};

const BETWEEN_WRITES_MS = 20;

/** Changes something that no page shows, again and again, until it is told to stop; gives how often it did. */
function writeElsewhere({ filled, ours }: Fixture): { stop(): Promise<number> } {
  const stopping = new AbortController();
  const headers = { ...authorized, "content-type": "application/json" };
  const [space] = Object.values(filled.spaces).slice(1);
  const write = async (): Promise<number> => {
    for (let count = 0; ; count++) {
      if (stopping.signal.aborted) return count;
      const body = JSON.stringify({ title: `Written ${count}` });
      const answer = await send(ours.port, "PATCH", `/v1/spaces/${space}`, headers, body);
      if (answer.status !== 200) throw new Error(`A write answers ${answer.status}.`);
      await pause(BETWEEN_WRITES_MS);
    }
  };
  const writing = write();
  return {
    stop() {
      stopping.abort();
      return writing;
    },
  };
}

const quiet = ready("identity", ", beside a writer");

const besideWriter: Row = {
  name: quiet.name,
  async run(bench) {
    const writer = writeElsewhere(bench.fixture);
    const begun = performance.now();
    const results = await quiet.run(bench);
    const rate = ((await writer.stop()) * 1000) / (performance.now() - begun);
    const note = `${rate.toFixed(0)} writes a second beside it, to our side in all turns`;
    return results.map((result) => ({ ...result, note }));
  },
};

export const published: readonly Row[] = [cold, ready("identity"), ready("br"), besideWriter];
