/** What people type into the search of our documentation, and the page that answers them. */
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { folderEntries } from "../content/search/folderEntries.fixture.ts";
import { indexPages } from "../content/search/indexPages.ts";
import { searchSpaces } from "../content/search/searchSpaces.ts";
import { addSpaces, keyOf } from "../content/search/spaces.fixture.ts";
import { openTestDatabase, type TestDatabase } from "./databases.ts";

let opened: TestDatabase;

beforeAll(async () => {
  opened = await openTestDatabase();
  await addSpaces(opened.db, ["manual"]);
  const upserts = await folderEntries(fileURLToPath(new URL("../../docs", import.meta.url)));
  await opened.db.transact((tx) => indexPages(tx, keyOf("manual"), { upserts, removals: [], at: 1 }));
});
afterAll(() => opened.drop());

/** The first page, without the group that it stands in. */
async function firstFor(query: string): Promise<string | undefined> {
  const question = { organization: "o", spaces: ["manual"], query, limit: 3 };
  const { pages } = await searchSpaces(opened.db.read, question);
  return pages[0]?.pageId.split("/").at(-1);
}

describe("the search of our documentation has the right page first", () => {
  test.each([
    ["custom domain", "custom-domain"],
    ["own domain certificate", "custom-domain"],
    ["branding", "customization"],
    ["change logo", "customization"],
    ["dark theme colors", "customization"],
    ["custom fonts", "customization"],
    ["email", "production"],
    ["smtp", "production"],
    ["migrate from gitbook", "migrate"],
    ["migrate from docusaurus", "migrate"],
    ["switch from mintlify", "migrate"],
    ["import confluence", "import-and-export"],
    ["notion import", "import-and-export"],
    ["import word document", "import-and-export"],
    ["export markdown", "import-and-export"],
    ["production", "production"],
    ["systemd", "production"],
    ["sizing", "production"],
    ["hardware requirements", "production"],
    ["deploy", "production"],
    ["monitoring", "monitoring"],
    ["prometheus metrics", "monitoring"],
    ["alerts", "monitoring"],
    ["health check", "monitoring"],
    ["versioning", "versions"],
    ["multiple versions", "versions"],
    ["CI", "publish-from-ci"],
    ["github actions", "publish-from-ci"],
    ["gitlab ci", "publish-from-ci"],
    ["preview a branch", "publish-from-ci"],
    ["backup", "backup"],
    ["restore", "backup"],
    ["pg_dump restore", "rescue"],
    ["SSO", "single-sign-on"],
    ["okta saml", "single-sign-on"],
    ["webhooks", "webhooks"],
    ["verify webhook signature", "webhooks"],
    ["kubernetes", "kubernetes"],
    ["k8s helm", "kubernetes"],
    ["docker compose", "docker"],
    ["nginx reverse proxy", "proxy"],
    ["s3 storage", "postgresql-s3"],
    ["postgres", "postgresql"],
    ["upgrade", "upgrading"],
    ["forgot password", "rescue"],
    ["lost api token", "rescue"],
    ["disk full", "rescue"],
    ["login for customers", "customer-login"],
    ["private docs", "customer-login"],
    ["jwt", "visitors"],
    ["translate", "translations"],
    ["multiple languages", "languages"],
    ["pdf export", "pdf"],
    ["redirects", "addresses"],
    ["api keys", "tokens"],
    ["rate limits", "conventions"],
    ["api reference", "api-reference"],
    ["git sync", "git-sync"],
    ["protected branch", "how-it-works"],
    ["github app", "git-sync"],
    ["audit log", "administration"],
    ["environment variables", "settings"],
    ["invite people", "members"],
    ["permissions", "teams"],
    ["code blocks", "code"],
    ["callouts", "blocks"],
    ["math formula", "code"],
    ["two-factor authentication", "signing-in"],
    ["page feedback", "sites"],
    ["mcp", "mcp"],
    ["language models", "mcp"],
    ["reindex", "command-line"],
  ])("for %s: %s", async (query, page) => {
    expect(await firstFor(query)).toBe(page);
  });
});
