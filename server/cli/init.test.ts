import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parseEnv } from "node:util";
import { afterAll, expect, test } from "vitest";
import { runCommand } from "../cli.ts";
import { readSettings } from "../env.ts";
import { freePorts } from "../ports/free-port.ts";
import { useChildProgram } from "../test/childProgram.ts";
import { hasProgram } from "../test/hasProgram.ts";
import { caddyfile, serviceUnit, settingsFile } from "./setupFiles.ts";

const program = useChildProgram(new URL("init.child.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "lectern-init-"));
afterAll(() => rmSync(folder, { recursive: true }));

const root = join(import.meta.dirname, "../..");
const isRoot = process.getuid?.() === 0;
const user = isRoot ? "lectern" : userInfo().username;

/** Runs the command in a process of its own, which reads the answers and then the end of its input. */
async function init(args: readonly string[], answers: readonly string[] = []) {
  const { PATH } = process.env;
  const child = spawn(process.execPath, [program(), "init", ...args], { cwd: folder, env: { PATH } });
  child.stdin.end(answers.map((line) => `${line}\n`).join(""));
  const ended = once(child, "exit");
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: (await ended)[0] as number, out, err };
}

/** A free port whose next one is free too. */
async function twoFree(): Promise<number> {
  for (;;) {
    const [port = 0] = await freePorts("127.0.0.1", [{ port: 0, setting: "PORT" }]);
    const next = await freePorts("127.0.0.1", [{ port: port + 1, setting: "PORT" }]).catch(() => undefined);
    if (next !== undefined) return port;
  }
}

/** The same in this process, which has nothing to ask. */
async function initUnasked(...args: readonly string[]) {
  let [out, err] = ["", ""];
  const code = await runCommand(["init", ...args], {
    env: {},
    print: (line) => void (out += `${line}\n`),
    note: (line) => void (err += `${line}\n`),
    progress: { write: () => undefined },
    isTerminal: false,
  });
  return { code, out, err };
}

const read = (at: string, name: string) => readFileSync(join(folder, at, name), "utf8");

test("asks five questions, looks at each answer, and writes what the start reads", async () => {
  const data = join(folder, "data 100%");
  const isTemporary = /^\/(?:var\/)?tmp\//.test(folder);
  const port = await twoFree();
  const { code, out, err } = await init(
    ["asked", "--data-dir", data, "--port", String(port)],
    [
      "lectern.example.org",
      `https://docs.example.org:${port + 1}`,
      "https://lectern.example.org/",
      "https://lectern.example.org",
      "",
      "smtp://me:it's#1@127.0.0.1:1",
      "smtp://me:se%23same@127.0.0.1:1",
      "Docs <docs@example.org>",
      "postgres://me:sesame@127.0.0.1:1/lectern",
      "ada",
      "ada@example.org",
    ],
  );
  expect([code, err.split("\n")]).toEqual([
    0,
    [
      isTemporary
        ? `  warning  Data folder: ${data} is where the system keeps temporary files: they may be gone after a restart`
        : `  ok       Data folder: ${data} is made by the commands below`,
      `  ok       PORT: Lectern listens on ${port} and ${port + 1}, behind your proxy`,
      "Public address of the app, at your proxy [https://lectern.localhost]",
      "  LECTERN_PUBLIC_URL must be an address that begins with http:// or https://.",
      "Public address of the app, at your proxy [https://lectern.localhost]",
      `  LECTERN_PUBLIC_URL must be what your proxy listens on, such as https://lectern.example.com: Lectern itself listens on ${port + 1}.`,
      "Public address of the app, at your proxy [https://lectern.localhost]",
      "  ok       LECTERN_PUBLIC_URL: people sign in at https://lectern.example.org",
      "Public address of the published sites, at your proxy [https://docs.example.org]",
      "  LECTERN_SITES_URL must have another host than lectern.example.org, so that no page reaches an editor's credentials.",
      "Public address of the published sites, at your proxy [https://docs.example.org]",
      "  ok       LECTERN_SITES_URL: readers find the sites at https://docs.example.org",
      "Mail server, such as smtp://user:password@host:587, or none [none]",
      expect.stringMatching(/^ {2}LECTERN_SMTP_URL /),
      "Mail server, such as smtp://user:password@host:587, or none [none]",
      expect.stringMatching(
        /^ {2}problem {2}Mail: No e-mail can be sent through 127\.0\.0\.1:1: .*ECONNREFUSED/,
      ),
      "Address that mail comes from [docs@example.org]",
      "  ok       LECTERN_MAIL_FROM: e-mail is sent from Docs <docs@example.org>",
      "Database: sqlite, or postgres://user:password@host/database [sqlite]",
      expect.stringMatching(/^ {2}problem {2}Database: It can't be opened now: .*ECONNREFUSED/),
      "E-mail address of the first administrator [admin@localhost]",
      expect.stringMatching(/^ {2}LECTERN_ADMIN_EMAIL must be /),
      "E-mail address of the first administrator [admin@localhost]",
      "  ok       Administrator: ada@example.org is made by the first start",
      "",
    ],
  ]);

  expect(statSync(join(folder, "asked/.env")).mode & 0o777).toBe(0o600);
  const given = parseEnv(read("asked", ".env"));
  expect(given).toEqual({
    NODE_ENV: "production",
    LECTERN_TRUSTED_PROXIES: "127.0.0.1",
    LECTERN_DATA_DIR: data,
    PORT: String(port),
    LECTERN_PUBLIC_URL: "https://lectern.example.org",
    LECTERN_SITES_URL: "https://docs.example.org",
    LECTERN_SMTP_URL: "smtp://me:se%23same@127.0.0.1:1",
    LECTERN_MAIL_FROM: "Docs <docs@example.org>",
    LECTERN_DATABASE_URL: "postgres://me:sesame@127.0.0.1:1/lectern",
    LECTERN_ADMIN_EMAIL: "ada@example.org",
  });
  expect(readSettings(given)).toMatchObject({ mailFrom: "Docs <docs@example.org>", dataDir: data });
  expect(read("asked", "lectern.service")).toContain(`\nReadWritePaths="${data}%"\n`);
  // A service that has a /tmp of its own would find no data there.
  expect(read("asked", "lectern.service")).toContain(`\nPrivateTmp=${isTemporary ? "false" : "true"}\n`);
  expect(read("asked", "Caddyfile")).toMatch(
    new RegExp(
      `^lectern\\.example\\.org \\{\\n.*\\n\\trespond /metrics 404\\n\\treverse_proxy 127\\.0\\.0\\.1:${port} `,
      "m",
    ),
  );
  expect(read("asked", "Caddyfile")).toContain(`reverse_proxy 127.0.0.1:${port + 1} `);

  const sudo = isRoot ? "" : "sudo ";
  const env = `${folder}/asked/.env`;
  const account = [
    "id lectern || useradd --system --home-dir /var/lib/lectern lectern",
    `chgrp lectern ${env} && chmod 640 ${env}`,
  ];
  expect(out.split("\n")).toEqual([
    `Written into ${folder}/asked: .env, lectern.service, Caddyfile. Look at them, then run:`,
    ...(isRoot ? account : []),
    `${sudo}install -d -o ${user} ${isRoot ? "-g lectern " : ""}-m 700 ${isRoot ? "/var/lib/lectern " : ""}'${data}'`,
    `${sudo}install -m 644 ${folder}/asked/lectern.service /etc/systemd/system/`,
    `${sudo}systemctl daemon-reload && ${sudo}systemctl enable --now lectern`,
    `grep -q '^(lectern)' /etc/caddy/Caddyfile || ${sudo}tee -a /etc/caddy/Caddyfile < ${folder}/asked/Caddyfile`,
    `${sudo}systemctl reload caddy`,
    "journalctl --unit lectern --lines 20   # has a link that signs the first administrator in, once",
    "",
  ]);
});

const hasTerminal = hasProgram("script", "--version", "util-linux");
test.runIf(hasTerminal)("lets somebody at a terminal answer anew what fails, or go on with it", async () => {
  const [port, at] = [await twoFree(), join(folder, "anew")];
  const words = [
    process.execPath,
    program(),
    "init",
    at,
    "--data-dir",
    join(folder, "data"),
    "--port",
    String(port),
  ];
  const { PATH } = process.env;
  const command = words.map((word) => `'${word}'`).join(" ");
  // `script` gives a terminal; it takes its own input as what is typed there.
  const child = spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
    cwd: folder,
    env: { PATH },
  });
  const typed = [
    "https://lectern.example.org",
    "",
    "smtp://me:sesame@127.0.0.1:1",
    "smtp//mistyped",
    "none",
    "postgres://me:sesame@127.0.0.1:1/lectern",
    "",
    "ada@example.org",
  ];
  child.stdin.write(typed.map((line) => `${line}\r`).join(""));
  const ended = once(child, "exit");
  const shown = await text(child.stdout);
  expect([(await ended)[0], shown]).toEqual([
    0,
    expect.stringMatching(
      /problem {2}Mail: .*Mail server.*: another one, or go on all the same \[keep it\].*LECTERN_SMTP_URL must.*problem {2}Database: .*another one, or go on all the same \[keep it\]/s,
    ),
  ]);
  expect(parseEnv(read("anew", ".env"))).toEqual({
    NODE_ENV: "production",
    LECTERN_TRUSTED_PROXIES: "127.0.0.1",
    LECTERN_DATA_DIR: join(folder, "data"),
    PORT: String(port),
    LECTERN_PUBLIC_URL: "https://lectern.example.org",
    LECTERN_SITES_URL: "https://docs.example.org",
    LECTERN_DATABASE_URL: "postgres://me:sesame@127.0.0.1:1/lectern",
    LECTERN_ADMIN_EMAIL: "ada@example.org",
  });
});

test.runIf(hasTerminal)("asks nobody at a terminal what options have answered, though it fails", async () => {
  const given = {
    "data-dir": join(folder, "data"),
    port: String(await twoFree()),
    "public-url": "https://lectern.example.org",
    "sites-url": "https://docs.example.org",
    "smtp-url": "none",
    "database-url": "postgres://me:sesame@127.0.0.1:1/lectern",
    "admin-email": "ada@example.org",
  };
  const options = Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]);
  const words = [process.execPath, program(), "init", join(folder, "scripted"), ...options];
  const command = words.map((word) => `'${word}'`).join(" ");
  const child = spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
    cwd: folder,
    env: { PATH: process.env["PATH"] },
  });
  const ended = once(child, "exit");
  const shown = await text(child.stdout);
  expect([(await ended)[0], shown]).toEqual([0, expect.stringMatching(/problem {2}Database: /)]);
  expect(shown).not.toContain("another one");
  expect(parseEnv(read("scripted", ".env"))).toMatchObject({
    LECTERN_DATABASE_URL: given["database-url"],
  });
});

test("says who holds a port that Lectern would listen on", async () => {
  const server = createServer();
  const port = await twoFree();
  await new Promise<void>((done) => server.listen(port + 1, "127.0.0.1", done));
  const { code, err } = await initUnasked(join(folder, "held"), "--yes", "--port", String(port));
  await new Promise((done) => server.close(done));
  expect([code, err]).toEqual([
    0,
    expect.stringMatching(
      new RegExp(
        `problem {2}PORT: Port ${port + 1} on 127\\.0\\.0\\.1 is taken${process.platform === "linux" ? " by process \\d+ \\(" : ""}.*--port`,
      ),
    ),
  ]);
});

test("asks nothing with --yes, and overwrites nothing", async () => {
  const yes = join(folder, "yes");
  expect((await initUnasked(yes, "--yes", "--public-url", "http://wiki.example.org")).code).toBe(0);
  const settings = read("yes", ".env");
  expect(parseEnv(settings)).toEqual({
    NODE_ENV: "production",
    LECTERN_TRUSTED_PROXIES: "127.0.0.1",
    LECTERN_DATA_DIR: "/var/lib/lectern/data",
    LECTERN_PUBLIC_URL: "http://wiki.example.org",
    LECTERN_SITES_URL: "http://docs.wiki.example.org",
    LECTERN_ADMIN_EMAIL: "admin@localhost",
  });
  expect(read("yes", "Caddyfile")).toMatch(/^http:\/\/docs\.wiki\.example\.org \{\n/m);

  rmSync(join(folder, "yes/lectern.service"));
  const again = await initUnasked(yes, "--yes");
  expect([again.code, again.out, again.err]).toEqual([
    1,
    "",
    `lectern: Nothing is overwritten, and there is already: ${folder}/yes/.env, ${folder}/yes/Caddyfile. Name another folder, or move that away.\n`,
  ]);
  expect([read("yes", ".env"), readdirSync(join(folder, "yes"))]).toEqual([settings, [".env", "Caddyfile"]]);
});

test("writes nothing when the answers end too soon", async () => {
  const { code, out, err } = await init(["ended"], [""]);
  const why =
    'lectern: The answers end before "Public address of the published sites, at your proxy", so nothing is written.';
  expect([code, out, err]).toEqual([1, "", expect.stringContaining(why)]);
  expect(existsSync(join(folder, "ended"))).toBe(false);
});

test("writes nothing when lines are left: an answer may have come to another question", async () => {
  const lines = [
    "https://lectern.example.org",
    "",
    "smtp://127.0.0.1:1",
    "none",
    "sqlite",
    "second@example.org",
    "ada@example.org",
  ];
  const { code, out, err } = await init(["left"], lines.with(3, "docs@example.org"));
  expect([code, out, err]).toEqual([
    1,
    "",
    expect.stringContaining("lectern: 1 line of standard input was not used, so nothing is written: "),
  ]);
  expect(existsSync(join(folder, "left"))).toBe(false);
});

test.each([
  ["--database-url", "mysql://x", 1, "LECTERN_DATABASE_URL must be an address"],
  ["--mail-from", "docs@example.org", 2, "--mail-from needs --smtp-url beside it."],
  ["--data-dir", "/srv/it's", 1, "LECTERN_DATA_DIR holds a character"],
  ["--port", "0", 1, "PORT must be from 1 to 65534"],
  ["--port", "http", 1, "PORT must be"],
  ["--data-dir", process.execPath, 1, "LECTERN_DATA_DIR must be a folder"],
  ["--sites-url", "docs.example.com", 1, "LECTERN_SITES_URL must be an address"],
] as const)("refuses %s %s, and writes nothing", async (option, value, status, message) => {
  const { code, out, err } = await initUnasked(join(folder, "none"), "--yes", option, value);
  expect([code, out, err]).toEqual([status, "", expect.stringContaining(message)]);
  expect(existsSync(join(folder, "none"))).toBe(false);
});

test("writes what the manual shows", async () => {
  const page = (name: string) => readFileSync(join(root, "docs", name), "utf8");
  const at = join(folder, "shown");
  expect((await initUnasked(at, "--yes", "--data-dir", "/var/lib/lectern/data")).code).toBe(0);
  const unit = read("shown", "lectern.service")
    .replace(/^User=.*$/m, "User=lectern")
    .replace(/^EnvironmentFile=.*$/m, "EnvironmentFile=/etc/lectern/.env")
    .replace(/^ExecStart=.*$/m, "ExecStart=/usr/bin/node /opt/lectern/bin/lectern.js start")
    // Where the program of the tests lies.
    .replace("ProtectHome=read-only", "ProtectHome=true")
    .replace("PrivateTmp=false", "PrivateTmp=true");
  expect(page("guides/production.md")).toContain(`\`\`\`ini\n${unit}\`\`\``);
  const addresses = { app: "https://lectern.example.com", sites: "https://docs.example.com" };
  const proxy = caddyfile(addresses, readSettings({}));
  expect(page("self-hosting/proxy.md")).toContain(`\`\`\`caddyfile\n${proxy}\`\`\``);
  const kept = /keepalive \w+/.exec(readFileSync(join(root, "Caddyfile"), "utf8"))?.[0] ?? "nothing";
  expect(proxy).toContain(kept);
});

const hasSystemd = hasProgram("systemd-analyze", "--version");
test.runIf(hasSystemd)("writes units that systemd takes, wherever things lie", () => {
  const file = join(folder, "lectern.service");
  const settings = join(folder, "100% mine.env");
  writeFileSync(settings, settingsFile({ LECTERN_DATA_DIR: "/home/me/the data" }));
  const paths = { settings, node: process.execPath, program: join(root, "bin/lectern.js") };
  const unit = serviceUnit({ user: "root", ...paths, writable: "/home/me/the data" });
  expect(unit).toContain("\nProtectHome=read-only\n");
  writeFileSync(file, unit);
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", file], { encoding: "utf8" });
  const ours = stderr.split("\n").filter((line) => line.includes("lectern"));
  expect([status, ours]).toEqual([0, []]);
});
