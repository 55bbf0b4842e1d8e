/** The shell of docs/ that the suite doesn't run, with the reason. Everything else is run: docsExamples.test.ts. */

const MACHINE =
  "It changes the machine: users, units and folders of root. guides.test.ts checks units and script.";
const DOCKER =
  "It takes Docker. build.test.ts checks the image's files, and what the image runs is the program.";

/** By page: why none of it is run, or why a block is not, by how the block begins. */
export const NOT_RUN: Readonly<Record<string, string | Readonly<Record<string, string>>>> = {
  "api/client.md": {
    "npm pack": "It installs a package; clientLibrary.test.ts does.",
    "export LECTERN_URL": "It runs a recipe of the page; clientLibrary.test.ts runs them all.",
  },
  "command-line.md": {
    "npx lectern init /etc/lectern\n": "It asks questions; init.test.ts answers them.",
    "npx lectern demo": "It takes a server of its own; commands.store.test.ts runs both.",
    "npx lectern login": "It waits for somebody in a browser; login.store.test.ts approves it.",
  },
  "git-sync.md": "It takes a repository on a Git host; git.store.test.ts runs each command against one.",
  "guides/kubernetes.md": "It takes a cluster and a registry. guides.test.ts checks the manifests.",
  "guides/production.md": MACHINE,
  "guides/rescue.md": {
    createdb: "It takes the client programs of PostgreSQL, which the packages don't bring, and rsync.",
  },
  "quick-start.md": {
    "npm ci": "It installs the packages; bench/quickStart.js types it in a fresh clone.",
  },
  "self-hosting/backup.md": {
    "docker compose": DOCKER,
    pg_dump: "It takes the client programs of PostgreSQL, which the packages don't bring, and rsync.",
  },
  "self-hosting/docker.md": DOCKER,
  "self-hosting/postgresql.md": "It starts a server, which the tests of the program do on PostgreSQL.",
  "self-hosting/proxy.md": "These are settings, not commands; docs.test.ts knows their names.",
  "self-hosting/upgrading.md": "It replaces the program that runs it.",
  "writing/blocks.md": "It shows what blocks look like.",
  "settings.md": "It starts a server in the clone, which the tests of the program do.",
};

/** Whether a block of a page is left out. */
export function isNotRun(page: string, block: string): boolean {
  const left = NOT_RUN[page];
  if (left === undefined || typeof left === "string") return left !== undefined;
  return Object.keys(left).some((beginning) => block.startsWith(beginning));
}
