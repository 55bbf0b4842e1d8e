import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import LongFirst from "./server/test/sequencer.ts";

/** The full tier runs the same tests at larger figures: they may take longer, each of them. */
const isFull = process.env["LECTERN_TEST_TIER"] === "full";

/** What keeps nothing runs once; what may touch the database runs on each of them. */
const STORED = [
  "server/{db,memory,content,nouns,http,access,jobs,test}/**/*.test.ts",
  "server/*.test.ts",
  "server/**/*.store.test.ts",
];
/** About the repository itself, its build and its declarations: no database is asked. */
const UNSTORED = [
  "server/test/architecture.test.ts",
  "server/test/docs.test.ts",
  "server/test/docsBlocks.test.ts",
  "server/test/guides.test.ts",
  "server/test/shellGuides.test.ts",
  "server/test/build.test.ts",
  "server/test/schemas.test.ts",
  "server/test/gate.test.ts",
  "server/test/cost.test.ts",
  "server/test/declared.test.ts",
  "server/test/document.test.ts",
  "server/test/released.test.ts",
  "server/test/shownExamples.test.ts",
  "server/test/calls.test.ts",
  "server/http/tagged.test.ts",
  "server/nouns/sessions/passwords.test.ts",
  "server/nouns/installations/hideSecrets.test.ts",
  "server/clientLibrary.test.ts",
  "server/content/{diagrams,mergeTexts,shownParts,textWork}.test.ts",
];
/**
 * What looks at the program from outside, once: what it asks for is tested on both databases where it is made. The
 * worst inputs have their hardest time on SQLite, which answers on the calling thread.
 */
const ONCE = [
  "server/test/{clientLibrary,generatedClient,docsExamples,examples,processCommands,processFull,processImport,processLarge,processLate,processStart}.test.ts",
  "server/http/openapi.test.ts",
  "server/pages/buildAssets.store.test.ts",
  ...(isFull
    ? []
    : [
        "server/**/*.browser.store.test.ts",
        "server/console/writers.store.test.ts",
        "server/test/{worst,limits,outbound,client}.test.ts",
        "server/jobs/slowHosts.test.ts",
        // Programs that are started and killed, a few times here and often in the full tier: decisions/033.
        "server/**/*{c,C}rash.test.ts",
        // But for what several processes of one installation do, which takes PostgreSQL.
        "server/test/process.test.ts",
        "server/test/{process[!R]*,processRetry}.test.ts",
        "server/db/durability.test.ts",
        "server/site/visitor/processes.store.test.ts",
      ]),
];
const PURE = [
  "{engine,design,sdk,console}/**/*.test.ts",
  "server/{account,cli,console,importers,pages,ports,site,turns,workers}/**/*.test.ts",
  ...UNSTORED,
];

// Tests that typeset in their own process have the fonts that its programs have; see server/ports/fonts.ts.
process.env["FONTCONFIG_FILE"] = fileURLToPath(new URL("fonts/fonts.conf", import.meta.url));

const shared = {
  // Ends what would never end. No test is judged by it: the slowest takes seconds, on a machine ten times slower a minute.
  testTimeout: isFull ? 600_000 : 180_000,
  hookTimeout: isFull ? 600_000 : 180_000,
  teardownTimeout: 60_000,
  // Nor by how soon comes what is waited for: a second, as it would be, is little on a busy machine.
  expect: { poll: { timeout: 60_000 } },
  setupFiles: "server/test/setup.ts",
  pool: "forks" as const,
  // Files share the modules of their process: loading the whole app for each of them took more time than the tests.
  // What a file opens it closes, and no module keeps what a test has changed.
  isolate: false,
};
const stored = {
  ...shared,
  include: STORED,
  exclude: UNSTORED,
};

export default defineConfig({
  test: {
    // Files wait for the programs, browsers and sockets that they start, so that two cores have work for three; with
    // four a run was no faster, and what is bounded by time came late.
    maxWorkers: 3,
    // Each project would translate all sources for itself, and each run again.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: LongFirst },
    reporters: ["default", "./server/test/answeredReporter.ts"],
    projects: [
      {
        test: {
          ...shared,
          name: "pure",
          include: PURE,
          exclude: ["server/**/*.store.test.ts"],
          globalSetup: "server/test/builds.ts",
        },
      },
      {
        test: {
          ...stored,
          name: "sqlite",
          globalSetup: ["server/test/databases.sqlite.ts", "server/test/assets.ts", "server/test/builds.ts"],
        },
      },
      {
        test: {
          ...stored,
          name: "postgres",
          exclude: [...UNSTORED, ...ONCE],
          globalSetup: [
            "server/test/databases.postgres.ts",
            "server/test/assets.ts",
            "server/test/builds.ts",
          ],
        },
      },
    ],
  },
});
