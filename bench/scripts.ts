/**
 * What scripts of integrations cost, run by the real workerd: an event whose script does nothing, in a process that is
 * there and in one that has to be started, what an organization's endless loop and memory bomb do to another's events and
 * to the program's own loop, in pairs with and without, and what is left of fifty organizations' processes that rest.
 *
 *     npx esbuild bench/scripts.ts --bundle --platform=node --format=esm --packages=external \
 *       --outfile=node_modules/.cache/lectern/scripts.mjs && node node_modules/.cache/lectern/scripts.mjs
 */
import { loadavg } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { openFetch } from "../server/ports/fetch.ts";
import { findWorkerd } from "../server/ports/scripts/runtime.ts";
import { type Script, Scripts } from "../server/ports/scripts/scripts.ts";

const EVENTS = 300;
const STARTS = 10;
const PAIRS = 5;
/** Of each half of a pair, in milliseconds. */
const SPAN = 4000;
const ORGANIZATIONS = 50;
/** Of a process until it ends, in milliseconds: a minute, but here. */
const REST_MS = 1000;

const ANSWERS = "export default { fetch: () => new Response('ok') };";
const LOOPS = "export default { fetch() { for (;;); } };";
const GROWS =
  "export default { fetch() { const all = []; for (;;) all.push(new Uint8Array(1e6).fill(1)); } };";
const NOTHING = { event: {}, environment: {} };

const options = { workerd: findWorkerd(), fetch: openFetch({ allowPrivateNetwork: false }), most: 8 };
/** Whoever rages here does so for longer than a minute's processor time. */
const scripts = new Scripts({ ...options, limits: { processor: Number.POSITIVE_INFINITY } });

function scriptOf(organization: string, code: string): Script {
  const named = { organization, owner: organization, installation: organization, version: code };
  return { ...named, flags: [], code: async () => code };
}

async function took(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await run();
  return performance.now() - begun;
}

const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;

function print(what: string, times: readonly number[], goal: string): void {
  const [half, most] = [at(times, 0.5), at(times, 0.95)].map((time) => time.toFixed(1));
  console.log(`${what}: median ${half} ms, p95 ${most} ms of ${times.length} (${goal})`);
}

const answer = (organization: string) =>
  scripts.run(scriptOf(organization, ANSWERS), NOTHING, { until: "end" });

/** The p99 of another organization's events and of a timer's lateness, while somebody does their worst or not. */
async function besides(worst: string | undefined, round: number): Promise<[number, number]> {
  const end = performance.now() + SPAN;
  const [events, late]: [number[], number[]] = [[], []];
  const rage = async (): Promise<void> => {
    if (worst === undefined) return;
    for (let time = 0; performance.now() < end; time++) {
      const script = scriptOf(`bad ${round} ${time}`, worst);
      await scripts.run(script, NOTHING, { until: "answer" }).catch(() => undefined);
    }
  };
  const tick = async (): Promise<void> => {
    while (performance.now() < end) late.push((await took(() => wait(10))) - 10);
  };
  const ask = async (): Promise<void> => {
    while (performance.now() < end) {
      events.push(await took(() => answer("good")));
      await wait(5);
    }
  };
  const raging = rage();
  await Promise.all([tick(), ask()]);
  // A loop ends when its time does: the next half begins without it.
  await raging;
  return [at(events, 0.99), at(late, 0.99)];
}

const load = loadavg()[0] ?? 0;
console.log(`load ${load.toFixed(1)} at the start`);
const cold: number[] = [];
for (let start = 0; start < STARTS; start++) cold.push(await took(() => answer(`cold ${start}`)));
print("a cold event", cold, "goal: under 300 ms");
const warm: number[] = [];
const before = process.cpuUsage();
for (let event = 0; event < EVENTS; event++) warm.push(await took(() => answer("good")));
const { user, system } = process.cpuUsage(before);
print("a warm event", warm.slice(20), "goal: under 10 ms above its own work");
console.log(`of it the program's own: ${((user + system) / 1000 / EVENTS).toFixed(2)} ms of processor`);
for (const [name, worst] of [
  ["a loop", LOOPS],
  ["a memory bomb", GROWS],
] as const) {
  const ratios: [number, number][] = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    const [events, late] = await besides(undefined, pair);
    const [eventsBeside, lateBeside] = await besides(worst, pair);
    ratios.push([eventsBeside / events, lateBeside / late]);
  }
  const [events, late] = [0, 1].map((place) =>
    at(
      ratios.map((pair) => pair[place] ?? 0),
      0.5,
    ).toFixed(2),
  );
  console.log(`${name} beside: others' events ×${events}, the program's timers ×${late} at p99 (goal: 1.25)`);
}
await scripts.close();

const resting = new Scripts({ ...options, limits: { rest: REST_MS } });
for (let organization = 0; organization < ORGANIZATIONS; organization++)
  await resting.run(scriptOf(`idle ${organization}`, ANSWERS), NOTHING, { until: "end" });
const until = performance.now() + 10 * REST_MS;
while (resting.load.processes > 0 && performance.now() < until) await wait(10);
const idleFrom = process.cpuUsage();
await wait(SPAN);
const idle = process.cpuUsage(idleFrom);
const share = (idle.user + idle.system) / 1000 / SPAN;
console.log(
  `${ORGANIZATIONS} organizations that rest: ${resting.load.processes} processes, ${(share * 100).toFixed(2)} % of a processor (goal: 0)`,
);
await resting.close();
