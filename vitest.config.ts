import { defineConfig } from "vitest/config";

/** What keeps nothing runs once; what may touch the database runs on each of them. */
const STORED = [
  "server/{db,content,nouns,http,access,jobs,test}/**/*.test.ts",
  "server/*.test.ts",
  "server/**/*.store.test.ts",
];
/** About the repository itself and its build: no database is asked. */
const UNSTORED = [
  "server/test/architecture.test.ts",
  "server/test/docs.test.ts",
  "server/test/build.test.ts",
];
const PURE = ["server/{engine,importers,ports,site,workers}/**/*.test.ts", ...UNSTORED];

/** The full tier runs the same tests at larger figures: they may take longer, each of them. */
const isFull = process.env["LECTERN_TEST_TIER"] === "full";
const shared = {
  testTimeout: isFull ? 600_000 : 20_000,
  hookTimeout: isFull ? 600_000 : 60_000,
  pool: "forks" as const,
  // Files share the modules of their process: loading the whole app for each of them took more time than the tests.
  // What a file opens it closes, and no module keeps what a test has changed.
  isolate: false,
};
const stored = { ...shared, include: STORED, exclude: UNSTORED };

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { ...shared, name: "pure", include: PURE, exclude: ["server/**/*.store.test.ts"] } },
      {
        test: { ...stored, name: "sqlite", globalSetup: "server/test/databases.sqlite.ts" },
      },
      {
        test: {
          ...stored,
          name: "postgres",
          globalSetup: "server/test/databases.postgres.ts",
        },
      },
    ],
  },
});
