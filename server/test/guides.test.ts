/** What the guides show beside commands of the API (those run in docsExamples.test.ts): units, a script, manifests, code. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { settingsTable } from "../env.ts";
import { selfSigned } from "../ports/certificate.fixture.ts";
import { verifyToken } from "../site/visitor/token.ts";
import { hasProgram } from "./hasProgram.ts";
import { DOCS } from "./shellExamples.ts";

const ROOT = join(import.meta.dirname, "../..");

const folder = mkdtempSync(join(tmpdir(), "lectern-guides-"));
afterAll(() => rmSync(folder, { recursive: true }));

const guides = readdirSync(join(DOCS, "guides"));
const textOf = (page: string) => readFileSync(join(DOCS, "guides", page), "utf8");

/** The block of code with a title, of a guide or of a page by its path in docs/. */
function titled(page: string, title: string): string {
  const text = page.includes("/") ? readFileSync(join(DOCS, page), "utf8") : textOf(page);
  const from = text.split(`{% code title="${title}" `)[1] ?? "";
  const code = /^[^\n]*%\}\n```\w*\n([^]*?)^```$/m.exec(from)?.[1];
  if (code === undefined) throw new Error(`${page} has no block with the title ${title}.`);
  return code;
}

test("your first site: every button and field that it names is one that a browser uses", () => {
  const journey = readFileSync(join(ROOT, "server/console/newcomer.browser.store.test.ts"), "utf8");
  const steps = textOf("first-site.md").split("{% endstepper %}")[0] ?? "";
  const named = [...steps.matchAll(/\*\*(.+?)\*\*/g)].map(([, name = ""]) => name);
  expect(named.length).toBeGreaterThan(20);
  // To these the journey goes by their addresses, or by what stands for it on the first screen.
  const elsewhere = new Set(["Your account", "People", "Sites", "New space"]);
  const unused = named.filter((name) => !journey.includes(name) && !elsewhere.has(name));
  expect(unused).toEqual([]);
});

test("settings in guides are settings", () => {
  const known = new Set(Object.values(settingsTable).map(({ name }) => name));
  const own = new Set(["LECTERN_URL", "LECTERN_TOKEN"]);
  const named = guides.flatMap((page) => textOf(page).match(/\bLECTERN_[A-Z_]+\b/g) ?? []);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !known.has(name) && !own.has(name))).toEqual([]);
});

describe("production on one machine", () => {
  const units = ["lectern.service", "lectern-backup.service", "lectern-backup.timer"];
  const hasSystemd = hasProgram("systemd-analyze", "--version");

  test.runIf(hasSystemd)("has units that systemd takes", () => {
    const script = join(folder, "lectern-backup");
    writeFileSync(script, titled("production.md", "/usr/local/bin/lectern-backup"));
    chmodSync(script, 0o755);
    const files = [...units, "lectern@.service"].map((name) => {
      const page = name.includes("@") ? "self-hosting/postgresql.md" : "production.md";
      const unit = titled(page, `/etc/systemd/system/${name}`);
      expect(unit).toContain("[Unit]");
      const file = join(folder, name);
      const here = unit
        .replace("/usr/bin/node", process.execPath)
        .replace("/usr/local/bin/lectern-backup", script);
      writeFileSync(file, here);
      return file;
    });
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", ...files], {
      encoding: "utf8",
    });
    const ours = stderr.split("\n").filter((line) => line.includes("lectern"));
    expect([status, ours]).toEqual([0, []]);
  });

  test("has one unit for one process and for several, but for the port and the time to stop", () => {
    const one = titled("production.md", "/etc/systemd/system/lectern.service");
    const several = titled("self-hosting/postgresql.md", "/etc/systemd/system/lectern@.service");
    const same = several
      .replace(" on port %i", "")
      .replace("Environment=PORT=%i\n", "")
      // The five seconds come before the thirty in which requests end.
      .replace("TimeoutStopSec=45", "TimeoutStopSec=40");
    expect(same).toBe(one);
  });

  test("has a script that hands a command the settings of the server, as they are written", () => {
    const at = mkdtempSync(join(folder, "wrapper-"));
    writeFileSync(join(at, ".env"), titled("production.md", "/etc/lectern/.env"));
    writeFileSync(
      join(at, "program.js"),
      "console.log(JSON.stringify([process.env.LECTERN_MAIL_FROM, ...process.argv.slice(2)]))",
    );
    // Instead of another user, which takes root: what stands behind the two lines.
    writeFileSync(
      join(at, "runuser"),
      '#!/bin/sh\n[ "$1 $2 $3" = "-u lectern --" ] || exit 1\nshift 3\nexec "$@"\n',
    );
    chmodSync(join(at, "runuser"), 0o755);
    const script = titled("production.md", "/usr/local/bin/lectern")
      .replace("/usr/bin/node", process.execPath)
      .replace("/etc/lectern/.env", join(at, ".env"))
      .replace("/opt/lectern/bin/lectern.js", join(at, "program.js"));
    const env = { PATH: `${at}:${process.env["PATH"]}` };
    const said = execFileSync("sh", ["-c", script, "lectern", "mail", "two words"], {
      env,
      encoding: "utf8",
    });
    expect(JSON.parse(said)).toEqual(["Docs <docs@example.com>", "mail", "two words"]);
  });

  const upgrade = /^## Upgrade\n[^]*?```bash\n([^]*?)^```$/m.exec(textOf("production.md"))?.[1] ?? "";
  /** What the upgrade runs, in its order, when one of its commands fails. */
  function upgraded(failing: string): string[] {
    const commands = ["systemctl", "git", "npm", "journalctl", "cd"];
    const stubs = commands.map(
      (name) => `${name}() { echo "${name} $*"; [ "${name} $*" != "${failing}" ]; }`,
    );
    const { stdout, stderr } = spawnSync("bash", ["-c", [...stubs, upgrade].join("\n")], {
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    return stdout.trim().split("\n");
  }
  const [backup, stop] = ["systemctl start lectern-backup.service", "systemctl stop lectern"];
  const after = ["systemctl start lectern", "journalctl --unit lectern --lines 20"];

  test("upgrades after a backup, with the server stopped, and starts it again", () => {
    const replaced = ["cd /opt/lectern", "git pull", "npm ci", "npm run build"];
    expect(upgraded("")).toEqual([backup, stop, ...replaced, ...after]);
  });

  test("replaces nothing where the backup fails, and starts the server whatever fails after it was stopped", () => {
    expect(upgraded(backup)).toEqual([backup, ...after]);
    expect(upgraded("git pull")).toEqual([backup, stop, "cd /opt/lectern", "git pull", ...after]);
    expect(upgraded("npm ci")).toEqual([backup, stop, "cd /opt/lectern", "git pull", "npm ci", ...after]);
  });

  test("keeps the last fourteen backups, each checked", () => {
    const script = titled("production.md", "/usr/local/bin/lectern-backup");
    const backups = join(folder, "backups");
    for (let day = 10; day < 30; day += 1)
      mkdirSync(join(backups, `2020-01-${day}T031500`), { recursive: true });
    // One that was killed, and something else that lies there.
    for (const name of ["2020-01-30T031500.partial-7", "before-the-move"])
      mkdirSync(join(backups, name, "tables"), { recursive: true });
    const program = join(folder, "program");
    mkdirSync(join(program, "bin"), { recursive: true });
    writeFileSync(
      join(program, "bin/lectern.js"),
      `const fs = require("node:fs");
       const [command, target, verify] = process.argv.slice(2);
       fs.appendFileSync("commands", command + " " + (verify ?? "") + "\\n");
       if (command === "backup") fs.mkdirSync(target);
       else fs.statSync(target);`,
    );
    execFileSync("sh", ["-c", script, "lectern-backup", backups, program]);
    const all = readdirSync(backups).toSorted();
    expect([all.length, all.at(-1)]).toEqual([15, "before-the-move"]);
    const left = all.slice(0, -1);
    expect(left.join()).not.toContain("partial");
    expect(left[0]).toBe("2020-01-17T031500");
    expect(left.at(-1)).not.toMatch(/^2020/);
    expect(readFileSync(join(program, "commands"), "utf8")).toBe("backup \nrestore --verify\n");
  });
});

describe("proxies", () => {
  const pages = [
    "self-hosting/proxy.md",
    "self-hosting/postgresql.md",
    "guides/custom-domain.md",
    "addresses.md",
  ];
  const blocksOf = (page: string, fence: RegExp): string[] =>
    [...readFileSync(join(DOCS, page), "utf8").matchAll(fence)].map(([, block = ""]) => block);

  /** With a certificate of its own in the place of those that are named. */
  function folderFor(block: string, names: RegExp): { readonly at: string; readonly here: string } {
    const at = mkdtempSync(join(folder, "proxy-"));
    const { key, cert } = selfSigned("lectern.example.com");
    writeFileSync(join(at, "privkey.pem"), key);
    writeFileSync(join(at, "fullchain.pem"), cert);
    return { at, here: block.replaceAll(names, (_, name: string) => `${at}/${name}.pem`) };
  }
  const FILES = /\/etc\/letsencrypt\/live\/[\w.]+\/(fullchain|privkey)\.pem/g;

  /** A server that somebody has already, with what a page says to put there. */
  const serverWith = (locations: string): string => {
    const files = "/etc/letsencrypt/live/example.com";
    const certificate = `ssl_certificate ${files}/fullchain.pem;\nssl_certificate_key ${files}/privkey.pem;\n`;
    return `server {\nlisten 443 ssl;\nserver_name example.com;\n${certificate}${locations}}\n`;
  };
  const servers = pages.flatMap((page) =>
    blocksOf(page, /^```nginx\n([^]*?)^```$/gm).map((block, index) => ({
      page,
      index,
      block: block.startsWith("location ") ? serverWith(block) : block,
    })),
  );
  // Programs of the machine, which not every one has.
  const hasNginx = hasProgram("nginx", "-v");
  test.runIf(hasNginx).each(servers)("$page has servers that nginx takes: $index", ({ block }) => {
    expect(block).toContain("ssl_certificate");
    const { at, here } = folderFor(block, FILES);
    const kept = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (what) => `${what}_temp_path ${at};\n`,
    );
    writeFileSync(
      join(at, "nginx.conf"),
      `pid ${at}/pid;\nevents {}\nhttp {\naccess_log off;\n${kept.join("")}${here}}\n`,
    );
    const args = ["-t", "-p", at, "-e", "stderr", "-c", join(at, "nginx.conf")];
    const { status, stderr } = spawnSync("nginx", args, { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, expect.stringContaining("test is successful")]);
  });

  const sites = pages.flatMap((page) => {
    const blocks = blocksOf(page, /^```caddyfile\n([^]*?)^```$/gm);
    const shared = /^\(lectern\) \{\n[^]*?^\}\n/m.exec(blocks[0] ?? "")?.[0] ?? "";
    return blocks.map((block, index) => ({ page, index, block: index === 0 ? block : shared + block }));
  });
  const hasCaddy = hasProgram("caddy", "version");
  test.runIf(hasCaddy).each(sites)("$page has sites that Caddy takes: $index", ({ block }) => {
    const at = mkdtempSync(join(folder, "proxy-"));
    writeFileSync(join(at, "Caddyfile"), block);
    const args = ["adapt", "--config", join(at, "Caddyfile"), "--adapter", "caddyfile"];
    const { status, stderr } = spawnSync("caddy", args, {
      encoding: "utf8",
      env: { ...process.env, HOME: at },
    });
    expect([status, stderr]).toEqual([0, expect.any(String)]);
  });

  test("each page has samples of both", () => {
    const counts = pages.map((page) =>
      [servers, sites].map((all) => all.filter((one) => one.page === page).length),
    );
    expect(counts).toEqual([
      [2, 2],
      [1, 1],
      [1, 1],
      [1, 1],
    ]);
  });

  test("keep the figures from the public", () => {
    const proxy = readFileSync(join(DOCS, "self-hosting/proxy.md"), "utf8");
    for (const rule of ["respond /metrics 404", "location = /metrics"]) expect(proxy).toContain(rule);
    expect(readFileSync(join(ROOT, "Caddyfile"), "utf8")).toContain("respond /metrics 404");
  });
});

test("publish from CI: what the programs of CI read is what the page says to keep there", () => {
  const [sentence = ""] = /^Keep `CI_TOKEN`.*$/m.exec(textOf("publish-from-ci.md")) ?? [];
  const kept = [...sentence.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name).toSorted();
  expect(kept).toEqual(["CI_TOKEN", "LECTERN", "SPACE"]);
  const workflow = titled("publish-from-ci.md", ".github/workflows/docs.yml");
  const read = [...workflow.matchAll(/(\w+): \$\{\{ (vars|secrets)\.(\w+) \}\}/g)];
  expect(read.map(([, name, from, of]) => [name, from, of]).toSorted()).toEqual([
    ["CI_TOKEN", "secrets", "CI_TOKEN"],
    ["LECTERN", "vars", "LECTERN"],
    ["SPACE", "vars", "SPACE"],
  ]);
  const gitlab = titled("publish-from-ci.md", ".gitlab-ci.yml");
  const used = [...gitlab.matchAll(/\$(\w+)/g)].map(([, name = ""]) => name);
  expect(
    [
      ...new Set(used.filter((name) => !name.startsWith("CI_COMMIT_") && name !== "CI_DEFAULT_BRANCH")),
    ].toSorted(),
  ).toEqual(kept);
});

test("let customers sign in: its code makes tokens that sites take, and leads back to the page", async () => {
  const code = titled("customer-login.md", "docs-login.mjs");
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    visitorToken(key: string, claims: object, now: number): string;
    backToDocs(site: string, location: string | undefined, token: string): string;
  };
  const now = Date.UTC(2026, 0, 1);
  const token = module.visitorToken("the key", { plan: "pro" }, now);
  expect(await verifyToken(token, "the key", now)).toMatchObject({ claims: { plan: "pro" } });
  expect(await verifyToken(token, "another key", now)).not.toHaveProperty("claims");
  const site = "https://docs.example.com/acme/docs/";
  expect(module.backToDocs(site, "/guide", "t")).toBe("https://docs.example.com/acme/docs/guide?jwt_token=t");
  expect(module.backToDocs(site, undefined, "t")).toBe("https://docs.example.com/acme/docs/?jwt_token=t");
  expect(module.backToDocs(site, "/a?b=1#c", "t")).toBe(
    "https://docs.example.com/acme/docs/a?b=1&jwt_token=t#c",
  );
  // Whatever somebody has a customer open, the token goes to the site and to nobody else.
  const made = [
    "@evil.com/",
    ".evil.com/",
    "//evil.com/",
    "\\\\evil.com/",
    "https://evil.com/",
    ":1@evil.com/",
  ];
  const climbing = ["/../evil/", "/..\\evil/", "/%2e%2e/evil/", "/../docs.evil/"];
  for (const home of [site, "https://docs.example.com", "https://docs.example.com/acme/docs"])
    for (const location of [...made, ...climbing]) {
      const to = module.backToDocs(home, location, "t");
      expect(to.startsWith(home.replace(/\/$/, "") + "/"), `${home} ${location}: ${to}`).toBe(true);
      expect(new URL(to).searchParams.get("jwt_token")).toBe("t");
    }
});

/** What the compiler says of values that are said to be of types of Kubernetes' API, made from what it publishes. */
function mistakesOf(values: readonly { from: string; type: string; value: unknown }[]): string {
  const at = mkdtempSync(join(folder, "manifests-"));
  symlinkSync(join(ROOT, "node_modules"), join(at, "node_modules"));
  const lines = values.map(
    ({ from, type, value }, index) =>
      `export const value${index}: import("kubernetes-types/${from}").${type} = ${JSON.stringify(value)};`,
  );
  writeFileSync(join(at, "manifests.ts"), lines.join("\n"));
  const settings = ["--noEmit", "--strict", "--moduleResolution", "bundler", "--module", "esnext"];
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  const args = [compiler, ...settings, "--types", "", "manifests.ts"];
  return spawnSync(process.execPath, args, { cwd: at, encoding: "utf8" }).stdout;
}

// oxlint-disable-next-line typescript/no-explicit-any -- manifests are whatever the page says
type Manifest = any;
const manifestsIn = (title: string): Manifest[] =>
  parseAllDocuments(titled("kubernetes.md", title)).map((one) => one.toJS());

/** Ports of the container by name; what it needs is in the secret, and its probes ask a port that it has. */
function expectFits(workload: Manifest, secret: Manifest): Record<string, number> {
  const { spec } = workload;
  const [container] = spec.template.spec.containers;
  expect(spec.selector.matchLabels).toEqual(spec.template.metadata.labels);
  const ports = Object.fromEntries(
    container.ports.map((one: { name: string; containerPort: number }) => [one.name, one.containerPort]),
  );
  expect(ports).toEqual({ app: 4000, sites: 4001 });
  const kept = container.env.filter(({ valueFrom }: Manifest) => valueFrom !== undefined);
  for (const { valueFrom } of kept) {
    expect(valueFrom.secretKeyRef.name).toBe(secret.metadata.name);
    expect(secret.stringData).toHaveProperty(valueFrom.secretKeyRef.key);
  }
  expect(kept).toHaveLength(Object.keys(secret.stringData).length);
  for (const probe of ["livenessProbe", "readinessProbe", "startupProbe"])
    expect(ports).toHaveProperty(container[probe].httpGet.port);
  return ports;
}

describe("kubernetes", () => {
  const manifests = manifestsIn("lectern.yaml");
  const several = manifestsIn("lectern-several.yaml");
  const byKind = (kind: string, of = manifests) => of.find((one) => one.kind === kind);

  const typed = [...manifests, ...several].map((value) => {
    const group = value.apiVersion.split("/")[0].split(".")[0];
    const from = value.apiVersion === "v1" ? "core/v1" : `${group}/v1`;
    return { from, type: value.kind, value };
  });

  test("has manifests that Kubernetes knows, field by field", () => {
    const mistyped = structuredClone(typed.find(({ type }) => type === "StatefulSet"))!;
    mistyped.value.spec.template.spec.containers[0].readinesProbe = {};
    const mistakes = mistakesOf([...typed, mistyped])
      .trim()
      .split("\n");
    expect(mistakes).toEqual([expect.stringContaining(`'"readinesProbe"' does not exist`)]);
    expect(mistakes[0]).toMatch(new RegExp(`^manifests\\.ts\\(${typed.length + 1},`));
  });

  test("has manifests that fit together", () => {
    expect(manifests.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)).toEqual([
      "v1 Secret",
      "v1 Service",
      "apps/v1 StatefulSet",
      "networking.k8s.io/v1 Ingress",
    ]);
    const { spec } = byKind("StatefulSet");
    const ports = expectFits(byKind("StatefulSet"), byKind("Secret"));
    expect(byKind("Service").spec.selector).toEqual(spec.template.metadata.labels);
    expect(spec.serviceName).toBe(byKind("Service").metadata.name);
    const volumes = spec.volumeClaimTemplates.map((one: { metadata: { name: string } }) => one.metadata.name);
    expect(spec.template.spec.containers[0].volumeMounts).toEqual([{ name: volumes[0], mountPath: "/data" }]);
    for (const { host, http } of byKind("Ingress").spec.rules) {
      expect(byKind("Ingress").spec.tls[0].hosts).toContain(host);
      expect(ports).toHaveProperty(http.paths[0].backend.service.port.name);
    }
  });

  test("has several pods that take the place of the one, with nothing on a volume", () => {
    expect(several.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)).toEqual([
      "v1 Secret",
      "apps/v1 Deployment",
      "policy/v1 PodDisruptionBudget",
    ]);
    const { spec } = byKind("Deployment", several);
    expectFits(byKind("Deployment", several), byKind("Secret", several));
    // The Service of the one pod finds these.
    expect(spec.template.metadata.labels).toEqual(byKind("Service").spec.selector);
    expect(byKind("PodDisruptionBudget", several).spec.selector.matchLabels).toEqual(
      spec.template.metadata.labels,
    );
    expect(spec.replicas).toBeGreaterThan(byKind("PodDisruptionBudget", several).spec.minAvailable);
    const [container] = spec.template.spec.containers;
    const [alone] = byKind("StatefulSet").spec.template.spec.containers;
    const { env: theirs, ...rest } = container;
    const { env: its, volumeMounts: _, ...same } = alone;
    expect(rest).toEqual(same);
    const more = theirs.filter(({ name }: Manifest) => !its.some((one: Manifest) => one.name === name));
    expect(more.map(({ name }: Manifest) => name)).toEqual([
      "LECTERN_DATABASE_URL",
      "LECTERN_BLOB_URL",
      "AWS_ACCESS_KEY_ID",
      "AWS_SECRET_ACCESS_KEY",
    ]);
  });
});
