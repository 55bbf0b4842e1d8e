import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readSettings, settingsTable } from "./env.ts";
import { newToken } from "./ports/tokens.ts";
import { StartRefused } from "./ports/start-refused.ts";

const folder = mkdtempSync(join(tmpdir(), "lectern-env-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The one line that a start with these variables ends with; undefined when it doesn't. */
function refusal(env: Record<string, string>): string | undefined {
  try {
    readSettings(env);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(StartRefused);
    return (error as Error).message;
  }
}

function mistyped(token: string): string {
  return token.slice(0, -1) + (token.endsWith("a") ? "b" : "a");
}

test("nothing has to be set", () => {
  expect(readSettings({})).toMatchObject({
    host: "127.0.0.1",
    port: 4000,
    sitesPort: undefined,
    databaseUrl: undefined,
    blobUrl: undefined,
    adminToken: undefined,
    secret: undefined,
    trustedProxies: [],
    rateLimit: 6000,
    allowPrivateNetwork: false,
    clockOffset: 0,
    logLevel: "info",
  });
});

test.each<[Record<string, string>, string, unknown]>([
  [{ PORT: "0" }, "port", 0],
  [{ LECTERN_SITES_PORT: "8080" }, "sitesPort", 8080],
  [{ LECTERN_DATABASE_URL: "postgres://u:p@h/d" }, "databaseUrl", "postgres://u:p@h/d"],
  [
    { LECTERN_DATABASE_URL: "postgresql://u:p@h/d?sslmode=require" },
    "databaseUrl",
    "postgresql://u:p@h/d?sslmode=require",
  ],
  [{ LECTERN_PUBLIC_URL: "https://docs.example.com/" }, "publicUrl", "https://docs.example.com"],
  [{ LECTERN_SITES_DOMAIN: "docs.example.com" }, "sitesDomain", "docs.example.com"],
  [{ LECTERN_MAIL_FROM: "Docs <docs@example.com>" }, "mailFrom", "Docs <docs@example.com>"],
  [
    { LECTERN_EMBEDDERS: "https://app.example.com, https://*.acme.com:8443" },
    "embedders",
    ["https://app.example.com", "https://*.acme.com:8443"],
  ],
  [
    { LECTERN_TRUSTED_PROXIES: "10.0.0.0/8, ::1,loopback ," },
    "trustedProxies",
    ["10.0.0.0/8", "::1", "loopback"],
  ],
  [{ LECTERN_RATE_LIMIT: "0" }, "rateLimit", 0],
  [{ LECTERN_ALLOW_PRIVATE_NETWORK: "1" }, "allowPrivateNetwork", true],
  [{ LECTERN_ALLOW_PRIVATE_NETWORK: "0" }, "allowPrivateNetwork", false],
  [{ LECTERN_CLOCK_OFFSET: "-86400" }, "clockOffset", -86_400],
  [{ LECTERN_LOG_LEVEL: "debug" }, "logLevel", "debug"],
  [{ LECTERN_ROLE: "all" }, "role", "all"],
  [{ LECTERN_ROLE: "jobs", LECTERN_DATABASE_URL: "postgres://h/d" }, "role", "jobs"],
  [
    { LECTERN_DATABASE_URL: "postgres://u:p@one:5432,two.example.com/d" },
    "databaseUrl",
    "postgres://u:p@one:5432,two.example.com/d",
  ],
  [
    { LECTERN_DATABASE_READ_URL: "postgres://two/d", LECTERN_DATABASE_URL: "postgres://one/d" },
    "databaseReadUrl",
    "postgres://two/d",
  ],
  [{ LECTERN_ADMIN_TOKEN: "x".repeat(20) }, "adminToken", "x".repeat(20)],
  [{ LECTERN_ADMIN_TOKEN: "x".repeat(500) }, "adminToken", "x".repeat(500)],
  [{ LECTERN_ADMIN_TOKEN: "" }, "adminToken", undefined],
  [{ LECTERN_DATA_DIR: "/srv/lectern" }, "dataDir", "/srv/lectern"],
])("%j", (env, key, value) => {
  expect(readSettings(env)[key as "port"]).toEqual(value);
});

test.each<[Record<string, string>]>([
  [{ LECTERN_DATADIR: "/tmp" }],
  [{ LECTERN_PORT: "4000" }],
  [{ LECTERN_: "" }],
  [{ PORT: "http" }],
  [{ PORT: "-1" }],
  [{ PORT: "65536" }],
  [{ PORT: "4000.5" }],
  [{ PORT: " 4000" }],
  [{ PORT: "0x10" }],
  [{ LECTERN_SITES_PORT: "no" }],
  [{ LECTERN_DATABASE_URL: "mysql://host/db" }],
  [{ LECTERN_DATABASE_URL: "host/db" }],
  [{ LECTERN_BLOB_URL: "https://bucket" }],
  [{ LECTERN_PUBLIC_URL: "docs.example.com" }],
  [{ LECTERN_SITES_URL: "javascript:alert(1)" }],
  [{ LECTERN_PUBLIC_URL: "https://a.example.com", LECTERN_SITES_URL: "https://a.example.com/" }],
  [{ LECTERN_SITES_DOMAIN: "https://docs.example.com" }],
  [{ LECTERN_SMTP_URL: "mail.example.com" }],
  [{ LECTERN_SMTP_URL: "smtp://mail.example.com" }],
  [{ LECTERN_MAIL_FROM: "Docs" }],
  [{ LECTERN_MAIL_FROM: "Docs <docs@example.com>\nBcc: all@example.com" }],
  [{ LECTERN_TRUSTED_PROXIES: "10.0.0.0/8,proxy.example.com" }],
  [{ LECTERN_TRUSTED_PROXIES: "10.0.0.0/33" }],
  [{ LECTERN_TRUSTED_PROXIES: "*" }],
  [{ LECTERN_EMBEDDERS: "app.example.com" }],
  [{ LECTERN_EMBEDDERS: "https://a.com; script-src *" }],
  [{ LECTERN_EMBEDDERS: "https://a.com https://b.com" }],
  [{ LECTERN_RATE_LIMIT: "-1" }],
  [{ LECTERN_RATE_LIMIT: "lots" }],
  [{ LECTERN_ALLOW_PRIVATE_NETWORK: "yes" }],
  [{ LECTERN_CLOCK_OFFSET: "1e9" }],
  [{ LECTERN_LOG_LEVEL: "loud" }],
  [{ LECTERN_ROLE: "worker" }],
  // The file has one process, which has all parts.
  [{ LECTERN_ROLE: "sites" }],
  // Nothing copies a file.
  [{ LECTERN_DATABASE_READ_URL: "postgres://h/d" }],
  [{ LECTERN_DATABASE_READ_URL: "postgres://two,three/d", LECTERN_DATABASE_URL: "postgres://one/d" }],
  [{ LECTERN_DATABASE_READ_URL: "https://h/d", LECTERN_DATABASE_URL: "postgres://h/d" }],
  [{ LECTERN_DATABASE_URL: "postgres://one:5432,/d" }],
  [{ LECTERN_ADMIN_TOKEN: "short" }],
  // Such tokens could never be sent.
  [{ LECTERN_ADMIN_TOKEN: "schlüssel".repeat(4) }],
  [{ LECTERN_ADMIN_TOKEN: `${"x".repeat(10)}\n${"x".repeat(10)}` }],
  [{ LECTERN_ADMIN_TOKEN: "x".repeat(501) }],
  [{ LECTERN_ADMIN_TOKEN: mistyped(newToken()) }],
])("%j is refused in one line that names it", (env) => {
  const message = refusal(env);
  expect(message).toContain(Object.keys(env)[0]);
  expect(message).not.toContain("\n");
  expect(message).toMatch(/\.$/);
});

test("a refusal never shows a secret", () => {
  const secret = "swordfish";
  for (const name of [
    "LECTERN_ADMIN_TOKEN",
    "LECTERN_DATABASE_URL",
    "LECTERN_SMTP_URL",
    "LECTERN_BLOB_URL",
  ]) {
    expect(refusal({ [name]: secret })).not.toContain(secret);
  }
});

describe("from files", () => {
  const file = join(folder, "value");

  test("every setting can be given by a file, without its last line break", () => {
    for (const { name } of Object.values(settingsTable)) {
      writeFileSync(file, "not a value for most\n");
      expect(refusal({ [`${name}_FILE`]: file }) ?? "").not.toContain("is not a setting");
    }
    writeFileSync(file, "an administrator's token\n");
    expect(readSettings({ LECTERN_ADMIN_TOKEN_FILE: file }).adminToken).toBe("an administrator's token");
    writeFileSync(file, "4321\n");
    expect(readSettings({ PORT_FILE: file }).port).toBe(4321);
  });

  test("both at once, and a file that isn't there, are refused", () => {
    writeFileSync(file, "4321\n");
    expect(refusal({ PORT: "1", PORT_FILE: file })).toBe("PORT and PORT_FILE are both set; keep one.");
    expect(refusal({ PORT_FILE: join(folder, "absent") })).toContain("can't be read");
  });
});

test("what belongs to others is left alone", () => {
  const env = {
    PATH: "/bin",
    NODE_ENV: "production",
    LECTERN_TEST_TIER: "full",
    LECTERN_BENCH_SECONDS: "5",
    lectern_x: "1",
  };
  expect(refusal(env)).toBeUndefined();
});

test("the table says what each is for, and what it is unset", () => {
  for (const { name, about, unset } of Object.values(settingsTable)) {
    expect(name).toMatch(/^(HOST|PORT|LECTERN_[A-Z_]+)$/);
    expect(about).toMatch(/^[A-Z`01].+\.$/);
    expect(unset).not.toBe("");
  }
});

test.each([
  [{ LECTERN_DATADIR: "/tmp" }, "LECTERN_DATA_DIR is."],
  [{ LECTERN_PORT: "80" }, "LECTERN_PORT is not a setting of Lectern; PORT is."],
  [{ LECTERN_FROBNICATE: "1" }, "LECTERN_FROBNICATE is not a setting of Lectern. The settings are listed in"],
])("a name that is none is refused with the one that was meant: %o", (env, words) => {
  expect(() => readSettings(env)).toThrow(words);
});

test("a setting without its prefix is told of, and stops nothing: others may mean something by it", () => {
  const given = {
    DATA_DIR: "/srv",
    SECRET: "x",
    LECTERN_SECRET: "a secret that is long enough: 0123456789",
    PORT: "80",
  };
  const { strays, dataDir } = readSettings(given);
  expect(strays).toEqual([{ name: "DATA_DIR", meant: "LECTERN_DATA_DIR" }]);
  expect(dataDir).toMatch(/\/data$/);
  expect(readSettings({ TOKEN: "t", URL: "u" }).strays).toEqual([]);
});
