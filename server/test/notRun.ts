/**
 * The shell of docs/ that the suite doesn't run in its place, block by block, with the reason. Everything else is run:
 * docsExamples.test.ts, and in the full tier shellGuides.test.ts.
 */

const MACHINE = "It changes the machine: users, units and folders of root. guides.test.ts checks the files.";
const DOCKER = "The full tier runs it, by a shell that stands for Docker: shellGuides.test.ts.";
const COMPOSE = "It takes Docker, a server of PostgreSQL and a proxy. build.test.ts checks the compose file.";
const CLUSTER = "It takes a cluster and a registry. guides.test.ts checks the manifests.";
const START = "It starts a server, which the tests of the program do.";
const DUMP = "The full tier runs it, with the client programs of PostgreSQL: shellGuides.test.ts.";
const INSTALL = "It installs the packages; bench/quickStart.js types it in a fresh clone.";
const LOGIN = "It takes a site that browsers reach; printedLogin.store.test.ts runs it on one.";
const SAMPLE = "It is what a block of code looks like in Markdown.";

/** By page and how the block begins. */
export const NOT_RUN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "api/client.md": {
    "npm pack": "It installs a package; clientLibrary.test.ts does.",
    "export LECTERN_URL": "It runs a recipe of the page; clientLibrary.test.ts runs them all.",
  },
  "api/integrations/scripts.md": {
    "node -pe":
      "It reads two files that the reader has saved; docs.test.ts of the installations publishes the script.",
  },
  "command-line.md": {
    "npx lectern init /etc/lectern\n": "It asks questions; init.test.ts answers them.",
    "npx lectern demo": "It takes a server of its own; commands.store.test.ts runs both.",
    "npx lectern login": "It waits for somebody in a browser; login.store.test.ts approves it.",
  },
  "guides/kubernetes.md": {
    "docker build": CLUSTER,
    "kubectl apply --filename lectern.yaml": CLUSTER,
    "kubectl apply --filename lectern-several.yaml": CLUSTER,
    "kubectl exec": CLUSTER,
  },
  "guides/production.md": {
    useradd: MACHINE,
    chgrp: MACHINE,
    "chmod 755 /usr/local/bin/lectern\n": MACHINE,
    "chmod 755 /usr/local/bin/lectern-backup\n": MACHINE,
    "systemctl start lectern-backup.service &&":
      "It changes the machine; guides.test.ts runs it by a shell that stands for it.",
  },
  "guides/rescue.md": { createdb: DUMP },
  "quick-start.md": { "npm ci": INSTALL },
  "self-hosting/backup.md": {
    "docker compose exec lectern node bin/lectern.js backup": DOCKER,
    "docker compose stop": DOCKER,
    pg_dump: DUMP,
  },
  "self-hosting/docker.md": {
    "docker compose up --detach\n": DOCKER,
    "git pull": "It fetches a new version from where the repository is.",
    "docker compose --file compose.postgres.yaml up": COMPOSE,
    "docker compose --file compose.postgres.yaml build": COMPOSE,
    "npm ci": "Those are commands of the Dockerfile, which the full tier runs: shellGuides.test.ts.",
    "docker compose exec lectern node bin/lectern.js doctor": DOCKER,
  },
  "self-hosting/postgresql.md": {
    "LECTERN_DATABASE_URL=": START,
    "systemctl disable": MACHINE,
    "systemctl restart": MACHINE,
  },
  "self-hosting/upgrading.md": { "git pull": "It replaces the program that runs it." },
  "settings.md": { "cp .env.example": START, "LECTERN_SECRET_FILE=": START },
  "visitors.md": { "export SITE_URL": LOGIN, "GUEST=": LOGIN },
  "writing/blocks.md": { "npm ci": SAMPLE },
};

/** Whether a block of a page is left out. */
export function isNotRun(page: string, block: string): boolean {
  return Object.keys(NOT_RUN[page] ?? {}).some((beginning) => block.startsWith(beginning));
}
