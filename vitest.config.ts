import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import LongFirst from "./server/test/sequencer.ts";

/** How much is run: decisions/033. Each tier has all that the one before it has, the full one at larger figures. */
const TIERS = ["usual", "whole", "full"];
const tier = process.env["LECTERN_TEST_TIER"] ?? "usual";
if (!TIERS.includes(tier))
  throw new Error(`LECTERN_TEST_TIER is "${tier}" and must be one of ${TIERS.join(", ")}.`);
const isFull = tier === "full";
/** What is asked for by its path is run whole in any tier. */
const isShort = tier === "usual" && !process.argv.slice(2).some((word) => existsSync(word));

/** What keeps nothing runs once; what may touch the database runs on each of them. */
const STORED = [
  "server/{db,memory,content,nouns,http,access,jobs,test}/**/*.test.ts",
  "server/*.test.ts",
  "server/**/*.store.test.ts",
];
/** About the repository itself, its build and its declarations: no database is asked. */
const UNSTORED = [
  "server/test/architecture.test.ts",
  "server/test/askers.test.ts",
  "server/test/docs.test.ts",
  "server/test/docsBlocks.test.ts",
  "server/test/guides.test.ts",
  "server/test/shellGuides.test.ts",
  "server/test/build.test.ts",
  "server/test/schemas.test.ts",
  "server/test/gate.test.ts",
  "server/test/newOperation.test.ts",
  "server/test/cost.test.ts",
  "server/test/declared.test.ts",
  "server/test/document.test.ts",
  "server/test/released.test.ts",
  "server/test/shownExamples.test.ts",
  "server/test/calls.test.ts",
  "server/http/tagged.test.ts",
  "server/db/encrypted.test.ts",
  "server/nouns/sessions/{passwords,peoplesColumns}.test.ts",
  "server/nouns/installations/hideSecrets.test.ts",
  "server/nouns/git/sync/proposalRefs.test.ts",
  "server/clientLibrary.test.ts",
  "server/content/{diagrams,madeFiles,mergeTexts,shownParts,textWork}.test.ts",
];
/**
 * What looks at the program from outside, once: what it asks for is tested on both databases where it is made. The
 * worst inputs have their hardest time on SQLite, which answers on the calling thread.
 */
const ONCE = [
  "server/test/{clientLibrary,generatedClient,docsExamples,examples,processCommands,processFull,processImport,processLarge,processLate,processStart}.test.ts",
  "server/http/openapi.test.ts",
  "server/pages/buildAssets.store.test.ts",
  // The usual tier asks PostgreSQL what the data does there: queries, migrations, locks, jobs, and a change of each kind.
  ...(isShort
    ? [
        "server/{account,cli,console,pages,site}/**/*.store.test.ts",
        "server/http/!(conditional|failures|idempotency|othersWrites|perOrganization|readiness).test.ts",
        "server/jobs/{indexLook,indexMoved}.test.ts",
        "server/jobs/delivery/*.test.ts",
        "server/nouns/collections/access.test.ts",
        "server/nouns/git/**/*.test.ts",
        "server/nouns/sites/limits.test.ts",
        "server/test/{foreignIds,headers,manualSearch,matrix,routeTable,secrets}.test.ts",
      ]
    : []),
  ...(isFull
    ? []
    : [
        "server/**/*.browser.store.test.ts",
        "server/console/writers.store.test.ts",
        "server/test/{worst,limits,outbound,client}.test.ts",
        "server/jobs/slowHosts.test.ts",
        // Programs that are started and killed, a few times here and often in the full tier.
        "server/**/*{c,C}rash.test.ts",
        // But for what several processes of one installation do, which takes PostgreSQL.
        "server/test/process.test.ts",
        "server/test/{process[!R]*,processRetry}.test.ts",
        "server/db/durability.test.ts",
        "server/site/visitor/processes.store.test.ts",
      ]),
];
/**
 * What the usual tier leaves to the others: all of it is half an hour. Something shorter looks at most of the same there. Who
 * changes what such a file is about runs it by its name, in any tier.
 */
const LONG = [
  // Browsers, but for a newcomer's first minutes with the built program, a writer's page, and a reader on a site.
  "server/console/**/!(newcomer|writer).browser.store.test.ts",
  "server/{account,reference}/**/*.browser.store.test.ts",
  "server/site/**/!(reading).browser.store.test.ts",
  "engine/**/*.browser.test.ts",
  "engine/browser.test.ts",
  "console/**/*.browser.test.ts",
  "server/console/writers.store.test.ts",
  "server/console/live/live.store.test.ts",
  // Programs that are started and killed, but for kills of writers; a newcomer's is started.
  "server/test/process*.test.ts",
  "server/**/*{.c,C}rash.test.ts",
  "server/jobs/**/crash.test.ts",
  "server/cli/{commands,doctor,git,import,restore}.store.test.ts",
  "server/cli/init.test.ts",
  "server/content/backup/backup.test.ts",
  "server/db/failover.test.ts",
  "server/test/{build,clientLibrary,generatedClient}.test.ts",
  // All that docs/ tells people to call or type, answer by answer, how these tests fail, and an operation that is added.
  "server/test/{cost,docsExamples,examples,gate,newOperation}.test.ts",
  // Git beyond a space that is connected and joined with what there is: its host is started hundreds of times.
  "server/nouns/git/!(begin|connections|place|unproven).test.ts",
  "server/nouns/git/{reviews,site}/*.test.ts",
  "server/nouns/git/hosts/webhooks.test.ts",
  "server/ports/git/{git,hostile}.test.ts",
  "server/content/git/sides.test.ts",
  // Scripts, typesetters and other people's pages, each with programs or threads of its own.
  "server/ports/{scripts/{scripts,neighbours},worker}.test.ts",
  "server/jobs/delivery/script.test.ts",
  "server/site/edge/{integrations,everywhere}.store.test.ts",
  "server/nouns/installations/render.test.ts",
  "server/nouns/sources/{sources,dependencies}.test.ts",
  "server/nouns/pdf/limits.test.ts",
  "server/workers/pdf/pdf.test.ts",
  "server/importers/{asciidoc/asciidoc,website/website}.test.ts",
  // Attacks and laws with much that is made up, and limits that are reached.
  "server/**/{hostile,*.hostile}.store.test.ts",
  "server/http/hostile.test.ts",
  "server/importers/{bounds,roundTrip,yamlApart}.test.ts",
  "server/importers/{print/edits,repository/laws,tools/hostile}.test.ts",
  "engine/document/large.test.ts",
  "engine/markdown/{hostile,mergeCost,mergeLong}.test.ts",
  "console/editor/laws.test.ts",
  "server/content/{diagrams,mergeTexts,owners.law}.test.ts",
  "server/nouns/content/{baseLaws,importSources,largeUploads}.test.ts",
  "server/content/import/importInto.test.ts",
  "server/nouns/change-requests/contention.test.ts",
  "server/nouns/translations/{law,translator}.test.ts",
  "server/jobs/{sealed,slowHosts}.test.ts",
  "server/site/bodies/renderer.test.ts",
  "server/test/{limits,outbound,worst}.test.ts",
  // Readers and identities of others, journey by journey.
  "server/site/visitor/{adaptive,audience}.store.test.ts",
  "server/site/urls/{renderer,siteTokenCalls}.store.test.ts",
  "server/account/{data,factor,saml,samlAnswer}.store.test.ts",
  "server/account/samlVerifier.test.ts",
];
const left = isShort ? LONG : [];
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
  exclude: [...UNSTORED, ...left],
};

export default defineConfig({
  test: {
    // Files wait for the programs, browsers and sockets that they start, so that two cores have work for three; with
    // four a run was no faster, and what is bounded by time came late.
    maxWorkers: 3,
    // Each project would translate all sources for itself, and each run again.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: LongFirst },
    // Some operations are answered in long files alone.
    reporters: ["default", ...(tier === "usual" ? [] : ["./server/test/answeredReporter.ts"])],
    projects: [
      {
        test: {
          ...shared,
          name: "pure",
          include: PURE,
          exclude: ["server/**/*.store.test.ts", ...left],
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
          exclude: [...UNSTORED, ...ONCE, ...left],
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
