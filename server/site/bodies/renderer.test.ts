import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openRenderer, openRendererHere, type Renderer, RenderFailed } from "./renderer.ts";
import type { BodyJob } from "./renderBody.ts";

// Inside the project, so that the built program finds the packages.
let folder: string;
let program: URL;
let stuck: URL;
let renderer: Renderer | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(resolve("node_modules"), ".lectern-renderer-"));
  await build({
    entryPoints: [join(import.meta.dirname, "renderWorker.ts")],
    outfile: join(folder, "renderWorker.mjs"),
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    logLevel: "silent",
  });
  program = pathToFileURL(join(folder, "renderWorker.mjs"));
  const endless = `import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ job }) => {
      if (job.text === "die") process.exit(3);
      if (job.text === "grow") { const all = []; for (;;) all.push(new Array(1e6).fill({})); }
      if (job.text === "spin") for (;;);
      parentPort.postMessage({ output: { html: job.text, headings: [], frames: [] } });
    });`;
  await writeFile(join(folder, "stuck.mjs"), endless);
  stuck = pathToFileURL(join(folder, "stuck.mjs"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => renderer?.close());

const job = (text: string): BodyJob => ({
  space: "s1",
  text,
  included: { part: "Included *text*." },
  meaning: { links: { p1: { href: "/x" } }, files: {}, values: { "space.vars.a": true }, locale: "en" },
});
const TEXT = [
  "## Title",
  "[link](/pages/p1)",
  "{% if space.vars.a %}\n\nShown\n\n{% endif %}",
  '{% include "/reusable/part" %}',
  "```ts\nconst a = 1;\n```",
].join("\n\n");

describe("rendering in a thread", () => {
  test("gives what rendering here gives", async () => {
    renderer = openRenderer(program);
    const here = await openRendererHere().run("body", job(TEXT));
    expect(await renderer.run("body", job(TEXT))).toEqual(here);
    expect(here.html).toContain("tok-keyword");
    expect(here.html).toContain("Included <em>text</em>.");
    expect(await renderer.run("expressions", [TEXT, "plain"])).toEqual(["space.vars.a"]);
  });

  test("lets others go on meanwhile", async () => {
    renderer = openRenderer(program);
    const long = job(
      Array.from({ length: 400 }, (_, n) => `\`\`\`ts\nconst a${n} = [${n}];\n\`\`\``).join("\n\n"),
    );
    await renderer.run("body", job(TEXT));
    const before = performance.eventLoopUtilization();
    await renderer.run("body", long);
    // Where it is done here, nothing else runs for the whole time.
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.6);
  });
});

describe("a thread that is of no use any more", () => {
  test.each(["spin", "die", "grow"])("fails the page that made it %s, and only that", async (text) => {
    renderer = openRenderer(stuck, { deadline: 3_000, threads: 1 });
    const bad = renderer.run("body", job(text));
    const good = renderer.run("body", job("fine"));
    await expect(bad).rejects.toBeInstanceOf(RenderFailed);
    expect((await good).html).toBe("fine");
  });

  test("is ended with the server", async () => {
    renderer = openRenderer(stuck, { deadline: 60_000 });
    const waiting = renderer.run("body", job("spin"));
    const refused = expect(waiting).rejects.toBeInstanceOf(RenderFailed);
    await renderer.close();
    await refused;
    await expect(renderer.run("body", job("fine"))).rejects.toBeInstanceOf(RenderFailed);
  });
});
