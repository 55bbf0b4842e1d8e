/** All that there was when Lectern was first released. */
import { createHash } from "node:crypto";
import { changeRequests } from "./001-first-release/changeRequests.ts";
import { comments } from "./001-first-release/comments.ts";
import { content } from "./001-first-release/content.ts";
import { events } from "./001-first-release/events.ts";
import { files } from "./001-first-release/files.ts";
import { git } from "./001-first-release/git.ts";
import { integrations } from "./001-first-release/integrations.ts";
import { openapi } from "./001-first-release/openapi.ts";
import { organizations } from "./001-first-release/organizations.ts";
import { people } from "./001-first-release/people.ts";
import { reviews } from "./001-first-release/reviews.ts";
import { search, searchIndex } from "./001-first-release/search.ts";
import { singleSignOn } from "./001-first-release/singleSignOn.ts";
import { siteAddresses } from "./001-first-release/siteAddresses.ts";
import { sites } from "./001-first-release/sites.ts";
import { sources } from "./001-first-release/sources.ts";
import { spaces } from "./001-first-release/spaces.ts";
import { translations } from "./001-first-release/translations.ts";
import { work } from "./001-first-release/work.ts";
import type { Dialect } from "../link.ts";
import { run, statementsOf } from "./table.ts";
import type { Migration } from "./table.ts";

/** In an order in which each refers to earlier ones alone. */
export const firstTables = [
  people,
  organizations,
  singleSignOn,
  spaces,
  content,
  changeRequests,
  comments,
  reviews,
  search,
  sites,
  siteAddresses,
  openapi,
  translations,
  git,
  events,
  integrations,
  sources,
  files,
  work,
].flat();

export type FirstTable = (typeof firstTables)[number];

function statements(dialect: Dialect): string[] {
  return [...statementsOf(dialect, firstTables), ...searchIndex[dialect]];
}

const made = (dialect: Dialect): string =>
  createHash("sha256").update(statements(dialect).join(";\n")).digest("hex");

export const firstRelease: Migration = {
  name: "001-first-release",
  made: { sqlite: made("sqlite"), postgres: made("postgres") },
  async up(context) {
    for (const statement of statements(context.dialect)) await run(context, statement);
  },
};
