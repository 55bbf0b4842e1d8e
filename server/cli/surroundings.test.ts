import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createServer } from "node:tls";
import { parseEnv } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { selfSigned } from "../ports/certificate.fixture.ts";
import { readSettings } from "../env.ts";
import { ok, problem, summaryOf, warning } from "./finding.ts";
import { nodeFindings, settingsFindings } from "./settingsFindings.ts";
import {
  certificateFinding,
  garbageFinding,
  gitFinding,
  growthFinding,
  scriptsFinding,
  stopDelayFinding,
} from "./surroundings.ts";

const DAY = 24 * 60 * 60 * 1000;
const shown = selfSigned("localhost");
const server = createServer(shown);
let origin: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  origin = `https://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

test.each([
  ["2.39.5", "ok", /^version 2\.39\.5$/],
  ["2.43.0", "ok", /^version 2\.43\.0\. Security fixes came with 2\.43\.7: /],
  ["2.30.2", "warning", /^Git 2\.30\.2 is too old.*Install git 2\.39 or newer\.$/],
  [undefined, "warning", /^Git is not installed/],
])("git %s is %s", async (version, state, message) => {
  expect(await gitFinding(async () => version)).toEqual({
    about: "Git",
    state,
    message: expect.stringMatching(message),
  });
});

test("a certificate that browsers refuse is a problem", async () => {
  const { state, message } = await certificateFinding(origin, Date.now());
  expect([state, message]).toEqual(["problem", expect.stringMatching(/Browsers refuse .*SELF_SIGNED/)]);
});

test("one that ends soon is a warning, one that doesn't is well", async () => {
  // It is good for an hour.
  expect(await certificateFinding(origin, Date.now(), shown.cert)).toEqual({
    about: "Certificate",
    state: "warning",
    message: `${origin} has one for 0 more days. See why the proxy doesn't renew it.`,
  });
  expect(await certificateFinding(origin, Date.now() - 20 * DAY, shown.cert)).toEqual({
    about: "Certificate",
    state: "ok",
    message: `${origin} has one for 20 more days`,
  });
});

test("an address where nothing answers is a warning that says why", async () => {
  const { state, message } = await certificateFinding("https://localhost:1", Date.now());
  expect([state, message]).toEqual(["warning", expect.stringContaining("ECONNREFUSED")]);
});

test.each([
  ["as Lectern's own user are a warning", 8, true, "/workerd", false, "warning", "Lectern's own user"],
  ["as users of their own are well", 8, true, "/workerd", true, "ok", "a user of its own"],
  ["that nobody has published are well", 8, false, "/workerd", false, "ok", "there are none"],
  ["that nothing runs are well without workerd", 8, true, undefined, false, "ok", "workerd isn't installed"],
  ["that nobody wants run are well", 0, true, "/workerd", false, "ok", "LECTERN_RUNNERS is 0"],
])("scripts %s", (_, runners, are, workerd, givesUsers, state, says) => {
  const found = scriptsFinding({ runners }, are, workerd, givesUsers);
  expect([found.state, found.message]).toEqual([state, expect.stringContaining(says)]);
});

test("a stop without delay is no matter for one process, and is a warning for several behind a proxy", () => {
  const proxied = { trustedProxies: ["10.0.0.0/8"], stopDelay: 0 };
  expect(stopDelayFinding(proxied, 1)).toEqual([]);
  expect(stopDelayFinding(proxied, 2)).toEqual([
    warning("LECTERN_STOP_DELAY", expect.stringContaining("2 processes run")),
  ]);
  expect(stopDelayFinding({ ...proxied, stopDelay: 5 }, 2)).toEqual([]);
  expect(stopDelayFinding({ ...proxied, trustedProxies: [] }, 2)).toEqual([]);
});

test("the settings of the guides are no matter for warnings", () => {
  const guide = readFileSync(join(import.meta.dirname, "../../docs/guides/production.md"), "utf8");
  const settings = /title="\/etc\/lectern\/\.env"[^]*?```ini\n([^]*?)^```$/m.exec(guide)?.[1] ?? "";
  const given = parseEnv(settings);
  expect(Object.keys(given).length).toBeGreaterThan(5);
  expect(settingsFindings(readSettings(given))).toEqual([]);
  const several = { ...given, LECTERN_DATABASE_URL: "postgres://lectern:sesame@db.example/lectern" };
  expect(settingsFindings(readSettings(several))).toEqual([]);
  for (const node of ["20.19.0", "22.1.0", "24.0.0"])
    expect(nodeFindings(node).map(({ state }) => state)).toEqual(["ok"]);
  expect(nodeFindings("20.18.0").map(({ state }) => state)).toEqual(["warning"]);
});

describe("growth of the disk", () => {
  const GIB = 1024 ** 3;
  test.each([
    [[], 90, "ok", "not known yet"],
    [[{ at: -DAY / 2, bytes: 100 * GIB }], 90, "ok", "not known yet"],
    [[{ at: -10 * DAY, bytes: 80 * GIB }], 90, "ok", "no less room than 10 days ago"],
    [
      [
        { at: -10 * DAY, bytes: 100 * GIB },
        { at: -DAY, bytes: 91 * GIB },
      ],
      90,
      "ok",
      "10.0 GiB in 10 days: at this rate it is full in 90 days",
    ],
    [
      [{ at: -20 * DAY, bytes: 100 * GIB }],
      50,
      "warning",
      "50.0 GiB in 20 days: at this rate it is full in 20 days. Look for what grows",
    ],
  ])("%o, and %d GiB now: %s", (rooms, free, state, words) => {
    const found = growthFinding(rooms, 0, free * GIB);
    expect([found.state, found.message]).toEqual([state, expect.stringContaining(words)]);
  });
});

describe("removing what nothing names", () => {
  const round = {
    at: 0,
    since: 0,
    organizations: 3,
    nodes: 5,
    bodies: 1,
    blobs: 2,
    strays: 1,
    heldStrays: 0,
    damaged: 0,
  };
  test.each([
    ["hasn't been looked for", undefined, 0, "ok", "not looked for yet"],
    [
      "goes",
      round,
      0.5,
      "ok",
      "5 nodes, 1 text and 3 files were removed less than a day ago, of 3 organizations",
    ],
    ["isn't looked for any more", round, 4, "warning", "jobs list --kind housekeeping"],
    ["is suspiciously much", { ...round, heldStrays: 40 }, 0, "warning", "nothing of 40 files"],
    ["is kept where content is damaged", { ...round, damaged: 1 }, 0, "problem", "Content of 1 organization"],
  ])("says when it %s", (_, last, days, state, words) => {
    const found = garbageFinding(last, days * DAY);
    expect([found.state, found.message]).toEqual([state, expect.stringContaining(words)]);
  });
});

describe("the last line", () => {
  const fine = ok("Node", "Node 24");
  const [lost, full] = [problem("Secret", "It is gone. Put it back."), problem("Files", "There is no room.")];
  const old = warning("Backup", "The last one is 9 days old. See why.");
  test.each([
    [[fine], "All is well."],
    [[fine, old], "1 warning: begin with Backup, whose line above says what to do."],
    [[old, fine, lost], "1 problem and 1 warning: begin with Secret, whose line above says what to do."],
    [
      [old, full, lost, old],
      "2 problems and 2 warnings: begin with Files, whose line above says what to do.",
    ],
  ])("of %j says what to do first", (findings, line) => {
    expect(summaryOf(findings)).toBe(line);
  });
});
