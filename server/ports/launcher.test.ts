import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { describe, expect, test, vi } from "vitest";
import { launch } from "./launcher.ts";

const shell = (script: string, environment: NodeJS.ProcessEnv = {}) =>
  launch({ command: "/bin/sh", args: ["-c", script], folder: tmpdir(), environment });

/** Whether a process is there and not only waits to be counted. */
function runs(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

/** Numbers of processes, each in a line. */
async function pidsFrom(printed: AsyncIterable<Buffer>, count: number): Promise<number[]> {
  let text = "";
  for await (const chunk of printed) {
    text += chunk.toString();
    const lines = text.split("\n").slice(0, -1);
    if (lines.length >= count) return lines.map(Number);
  }
  throw new Error(`It printed only ${text}.`);
}

describe("a program", () => {
  test("reads what it is given and prints what it has, to the last byte", async () => {
    const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => (index * 7) % 256));
    const { stdin, stdout, ended } = await shell("cat");
    stdin.end(bytes);
    expect((await buffer(stdout)).equals(bytes)).toBe(true);
    expect(await ended).toEqual({ code: 0, said: "" });
  });

  test("has the folder and the surroundings that are said, and no others", async () => {
    const { stdout, ended } = await shell("pwd; echo $WHO; env | grep -c NODE", { WHO: "Ann" });
    expect((await buffer(stdout)).toString()).toBe(`${tmpdir()}\nAnn\n0\n`);
    expect(await ended).toMatchObject({ code: 1 });
  });

  test("tells how it ended, and the last of its complaints", async () => {
    const { ended } = await shell("seq 1 20000 >&2; echo last >&2; exit 7");
    const { code, said } = await ended;
    expect([code, said.length, said.slice(-11)]).toEqual([7, 16 * 1024, "20000\nlast\n"]);
  });

  test("that is not there is an error", async () => {
    const absent = { command: "/bin/absent", args: [], folder: tmpdir(), environment: {} };
    await expect(launch(absent)).rejects.toThrow("ENOENT");
  });

  test("that the system refuses is an error, and what runs goes on", async () => {
    const { stdin, stdout } = await shell("cat");
    await expect(shell("true", { LONG: "x".repeat(3_000_000) })).rejects.toThrow("E2BIG");
    stdin.end("still here");
    expect((await buffer(stdout)).toString()).toBe("still here");
  });

  test("that has ended before it is looked at is told all the same", async () => {
    const all = await Promise.all(Array.from({ length: 40 }, (_, index) => shell(`echo ${index}`)));
    const printed = await Promise.all(all.map(async ({ stdout }) => (await buffer(stdout)).toString()));
    expect(printed).toEqual(Array.from({ length: 40 }, (_, index) => `${index}\n`));
    expect(await Promise.all(all.map(({ ended }) => ended))).toEqual(
      Array.from({ length: 40 }, () => ({ code: 0, said: "" })),
    );
  });

  test("that doesn't read what it is given ends as it ends", async () => {
    const { stdin, ended } = await shell("exec true");
    stdin.write(Buffer.alloc(4_000_000));
    expect(await ended).toEqual({ code: 0, said: "" });
  });

  test("is ended with all that it started", async () => {
    const { stdout, ended, kill } = await shell("sleep 600 & echo $!; wait");
    const [pid = 0] = await pidsFrom(stdout, 1);
    expect(runs(pid)).toBe(true);
    kill();
    expect(await ended).toEqual({ code: null, said: "" });
    await expect.poll(() => runs(pid)).toBe(false);
  });
});

describe("what starts them", () => {
  test("is replaced when it has ended, and what it had started has ended too", async () => {
    const { stdout, ended } = await shell("echo $PPID; echo $$; exec sleep 600");
    const [launcher = 0, program = 0] = await pidsFrom(stdout, 2);
    expect(runs(program)).toBe(true);
    process.kill(launcher, "SIGKILL");
    expect(await ended).toMatchObject({ code: null, isLost: true });
    await expect.poll(() => runs(program)).toBe(false);
    // What can't be started now can be later.
    vi.stubEnv("TMPDIR", "/nonexistent");
    await expect(shell("true")).rejects.toThrow("ENOENT");
    vi.unstubAllEnvs();
    const next = await shell("echo again");
    expect((await buffer(next.stdout)).toString()).toBe("again\n");
  });

  test("ends with the server, and takes with it what runs", async () => {
    const script = `
      import { launch } from ${JSON.stringify(fileURLToPath(new URL("launcher.ts", import.meta.url)))};
      const { stdout } = await launch({ command: "/bin/sh", args: ["-c", "echo $PPID; echo $$; exec sleep 600"],
        folder: "/", environment: {} });
      stdout.pipe(process.stdout);`;
    const { outputFiles } = await build({
      stdin: { contents: script, resolveDir: fileURLToPath(new URL(".", import.meta.url)), loader: "ts" },
      bundle: true,
      write: false,
      format: "esm",
      platform: "node",
      packages: "external",
      define: { "import.meta.url": JSON.stringify(import.meta.url) },
      external: ["esbuild"],
    });
    const server = spawn(process.execPath, ["--input-type=module"], {
      cwd: fileURLToPath(new URL(".", import.meta.url)),
      stdio: ["pipe", "pipe", "ignore"],
    });
    server.stdin.end(outputFiles[0]?.text);
    const [launcher = 0, program = 0] = await pidsFrom(server.stdout as AsyncIterable<Buffer>, 2);
    expect([runs(launcher), runs(program)]).toEqual([true, true]);
    server.kill("SIGKILL");
    await expect.poll(() => [runs(launcher), runs(program)]).toEqual([false, false]);
  });
});
