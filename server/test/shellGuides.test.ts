/**
 * What the manual shows of Docker and of PostgreSQL's own programs, in the full tier: the image's commands in their
 * order and the blocks about it, by a shell that stands for Docker, and a dump that is put back.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "./ports.ts";
import { blocksOf } from "./shellExamples.ts";

const ROOT = join(import.meta.dirname, "../..");
const isFull = process.env["LECTERN_TEST_TIER"] === "full";
/** Packages are installed and compiled, on a machine that may have much else to do. */
const LONG = 30 * 60_000;

const folder = mkdtempSync(join(tmpdir(), "lectern-shell-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Blocks of a page that begin so. */
function block(page: string, beginning: string): string {
  const found = blocksOf(page).find((one) => one.startsWith(beginning));
  if (found === undefined) throw new Error(`${page} has no block that begins with ${beginning}`);
  return found;
}

/** Runs a script to its end. @returns what it printed @throws with what it complained of */
async function shell(script: string, env: Readonly<Record<string, string>>, cwd: string): Promise<string> {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn("bash", ["-euo", "pipefail", "-c", script], {
    cwd,
    env: { PATH, HOME, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  const [out, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`${script}\nended with ${code}: ${out}${complaints}`.slice(-4000));
  return out;
}

/** One line of a Dockerfile, those that go on on the next joined. */
interface Step {
  readonly word: string;
  readonly rest: string;
}

const steps = readFileSync(join(ROOT, "Dockerfile"), "utf8")
  .replaceAll(/^#.*\n/gm, "")
  .replaceAll("\\\n", " ")
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line): Step => ({ word: line.split(" ", 1)[0] ?? "", rest: line.slice(line.indexOf(" ") + 1) }));

/** Builds what the Dockerfile describes into folders, one a stage. @returns the last one's, with its environment */
async function buildImage(): Promise<{ root: string; env: Record<string, string> }> {
  // What is sent to Docker: .dockerignore leaves out the tests, which a build doesn't need, and all else by its list.
  const context = join(folder, "context");
  const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" }).split("\0");
  for (const path of tracked.filter((one) => one !== "" && existsSync(join(ROOT, one))))
    if (!/\.(test|fixture)\.ts$/.test(path)) cpSync(join(ROOT, path), join(context, path));
  let root = "";
  let env: Record<string, string> = {};
  for (const { word, rest } of steps) {
    const here = join(root, "lectern");
    if (word === "FROM") {
      root = join(folder, / AS (\w+)/.exec(rest)?.[1] ?? "image");
      env = {};
      mkdirSync(join(root, "lectern"), { recursive: true });
    } else if (word === "COPY") {
      const [stage, ...paths] = rest.split(" ");
      const from = /^--from=(\w+)$/.exec(stage ?? "")?.[1];
      const [target = "", ...sources] = (from === undefined ? [stage ?? "", ...paths] : paths).toReversed();
      for (const source of sources) {
        const to = target.endsWith("/") ? join(target, source) : target;
        const at = from === undefined ? join(context, source) : join(folder, from, source);
        mkdirSync(dirname(join(here, to)), { recursive: true });
        cpSync(at, join(here, to), { recursive: true, verbatimSymlinks: true });
      }
    } else if (word === "ENV") {
      env = Object.fromEntries(rest.split(" ").map((one) => one.split("=", 2) as [string, string]));
    } else if (word === "RUN" && !rest.startsWith("apt-get")) {
      // The users and the folders of the image are those of the test.
      await shell(
        rest.replace("--owner=node --group=node", "").replace(" /data", ` ${root}/data`),
        env,
        here,
      );
    }
  }
  return { root, env };
}

/**
 * `docker compose` for one container, whose volume is a folder: up, stop, logs, exec, run and cp, as the manual has
 * them. What the image calls /data is that folder.
 */
const DOCKER = `
here() { sed -e "s#\${BACKUP:-/none}#$PWD/backup#g" -e "s#/data#$IMAGE/data#g" <<< "$1"; }
inside() {
  local words=()
  for word in "$@"; do words+=("$(here "$word")"); done
  (cd "$IMAGE/lectern" && "\${words[@]}")
}
docker() {
  [ "$1" = compose ] && shift
  local what=$1; shift
  case "$what" in
    up) (cd "$IMAGE/lectern" && exec node bin/lectern.js start >> "$IMAGE/log" 2>&1) & echo $! > "$IMAGE/pid"
      for _ in $(seq 3000); do grep -q "^Data" "$IMAGE/log" && return; sleep 0.2; done; return 1 ;;
    stop) kill "$(cat "$IMAGE/pid")"; while kill -0 "$(cat "$IMAGE/pid")" 2> /dev/null; do sleep 0.1; done; : > "$IMAGE/log" ;;
    logs) cat "$IMAGE/log" ;;
    cp) cp -r "$(here "\${1#lectern:}")" "$2" ;;
    exec) shift; inside "$@" ;;
    run)
      local entry=(node bin/lectern.js) BACKUP=
      while [ "$1" != lectern ]; do
        case "$1" in
          --rm) shift ;;
          --user) shift 2 ;;
          --entrypoint) entry=("$2"); shift 2 ;;
          --volume) BACKUP=/backup; shift 2 ;;
        esac
      done
      shift; inside "\${entry[@]}" "$@" ;;
  esac
}
`;

describe.runIf(isFull)("in the full tier", () => {
  test(
    "the image is built by its commands, serves, is backed up and put back as the manual says",
    async () => {
      const { root, env } = await buildImage();
      const [app, sites] = [await freePort(), await freePort()];
      const settings = {
        ...env,
        IMAGE: root,
        HOST: "127.0.0.1",
        LECTERN_DATA_DIR: join(root, "data"),
        PORT: String(app),
        LECTERN_SITES_PORT: String(sites),
      };
      const work = join(folder, "work");
      mkdirSync(work);
      // The user of the image is whoever runs the test.
      const programs = join(folder, "programs");
      mkdirSync(programs);
      writeFileSync(join(programs, "chown"), "#!/bin/sh\n", { mode: 0o755 });
      const says = (script: string) =>
        shell(`export PATH="${programs}:$PATH"\n${DOCKER}${script}`, settings, work);
      const started = await says(block("self-hosting/docker.md", "docker compose up --detach\n"));
      try {
        expect(started).toMatch(/^API token +lct_/m);
        const site = /^Site +(\S+)/m.exec(started)?.[1] ?? "";
        expect((await fetch(site)).status).toBe(200);
        const healthy = steps.find(({ word }) => word === "HEALTHCHECK")?.rest ?? "";
        const [program = "", ...args] = JSON.parse(healthy.slice(healthy.indexOf("["))) as string[];
        expect(spawnSync(program, args, { env: { ...process.env, PORT: String(app) } }).status).toBe(0);

        const page = "self-hosting/backup.md";
        await says(block(page, "docker compose exec lectern node bin/lectern.js backup"));
        expect(existsSync(join(work, "backup/SHA256SUMS"))).toBe(true);
        expect(existsSync(join(root, "data/backup"))).toBe(false);
        const restored = await says(block(page, "docker compose stop"));
        expect(restored).toContain("Restored ");
        expect(existsSync(join(root, "data/before/lectern.db"))).toBe(true);
        expect((await fetch(site)).status).toBe(200);
        const looked = await says(block("self-hosting/docker.md", "docker compose exec lectern node"));
        expect(looked).toMatch(/^ok +Content: /m);
      } finally {
        // What failed before says more than that nothing is left to stop.
        await says("docker compose stop lectern").catch(() => undefined);
      }
    },
    LONG,
  );

  const bin = spawnSync("pg_config", ["--bindir"], { encoding: "utf8" }).stdout?.trim() ?? "";
  const hasServer = bin !== "" && existsSync(join(bin, "initdb")) && existsSync(join(bin, "pg_dump"));

  describe.runIf(hasServer)("a server of this machine's PostgreSQL", () => {
    const at = join(folder, "postgres");
    // The server refuses to run as root.
    const as = userInfo().uid === 0 ? ["runuser", "-u", "postgres", "--"] : [];
    const run = (...words: string[]) => {
      const [program = "", ...args] = [...as, ...words];
      execFileSync(program, args, { stdio: "ignore" });
    };
    let port: number;

    beforeAll(async () => {
      port = await freePort();
      mkdirSync(at);
      execFileSync("chmod", ["755", folder]);
      if (as.length > 0) chownSync(at, Number(execFileSync("id", ["-u", "postgres"])), -1);
      const trust = ["--auth=trust", "--encoding=UTF8", "--locale=C", "--username=postgres", "--no-sync"];
      run(join(bin, "initdb"), "-D", join(at, "data"), ...trust);
      const options = `-p ${port} -h 127.0.0.1 -k ${at} -c fsync=off`;
      run(join(bin, "pg_ctl"), "-D", join(at, "data"), "-o", options, "-l", join(at, "log"), "-w", "start");
    }, LONG);
    afterAll(() => run(join(bin, "pg_ctl"), "-D", join(at, "data"), "-m", "fast", "-w", "stop"));

    test(
      "a dump and the files beside it are put back as the manual says",
      async () => {
        const work = join(folder, "dumped");
        mkdirSync(join(work, "backups/files"), { recursive: true });
        const url = `postgres://lectern@127.0.0.1:${port}/lectern`;
        const [app, sites] = [await freePort(), await freePort()];
        const env = {
          PGHOST: "127.0.0.1",
          PGPORT: String(port),
          PGUSER: "postgres",
          LECTERN_DATABASE_URL: url,
          LECTERN_DATA_DIR: join(work, "data"),
          PORT: String(app),
          LECTERN_SITES_PORT: String(sites),
        };
        const has = spawnSync("rsync", ["--version"]).status === 0;
        const before = `
          lectern() { node "${ROOT}/bin/lectern.js" "$@"; }
          npx() { "$@"; }
          ${has ? "" : 'rsync() { cp -a "$2." "$3"; }'}
          begin() { (exec node "${ROOT}/bin/lectern.js" start > log 2>&1) & echo $! > pid; for _ in $(seq 3000); do grep -q "^Data" log && return; kill -0 "$(cat pid)" 2> /dev/null || break; sleep 0.2; done; cat log; return 1; }
          end() { kill "$(cat pid)"; while kill -0 "$(cat pid)" 2> /dev/null; do sleep 0.1; done; }
        `;
        const says = (script: string) =>
          shell(before + script.replaceAll("/var/lib/lectern/backups/", `${work}/backups/`), env, work);
        await says(`createuser lectern; createdb --owner=lectern lectern; begin; end`);
        await says(block("self-hosting/backup.md", "pg_dump"));
        // All is lost but the secret, the dump and the copy of the files.
        await says(`dropdb lectern; rm -r data/files; mkdir data/files`);
        await says(block("guides/rescue.md", "createdb"));
        writeFileSync(join(work, "log"), "");
        await says("begin");
        try {
          const site = await fetch(`http://127.0.0.1:${sites}/lectern/docs/`);
          expect([site.status, await site.text()]).toEqual([200, expect.stringContaining("Quick start")]);
          const looked = await says(block("guides/rescue.md", "npx lectern doctor"));
          expect(looked).toMatch(/^ok +Content: /m);
          expect(looked).toMatch(/^ok +Files: /m);
        } finally {
          await says("end").catch(() => undefined);
        }
      },
      LONG,
    );
  });
});

test("each step of the Dockerfile is one that is followed here, or needs no following", () => {
  const followed = ["FROM", "WORKDIR", "COPY", "RUN", "ENV"];
  const plain = ["USER", "VOLUME", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT", "CMD"];
  const words = new Set(steps.map(({ word }) => word));
  expect([...words].filter((word) => ![...followed, ...plain].includes(word))).toEqual([]);
  expect(steps.filter(({ rest }) => rest.startsWith("apt-get")).map(({ rest }) => rest)).toEqual([
    expect.stringContaining(" git ca-certificates"),
  ]);
  expect(steps.filter(({ word }) => word === "WORKDIR").map(({ rest }) => rest)).toEqual([
    "/lectern",
    "/lectern",
  ]);
});
