/** The parts of an organization that are administrated, the tabs of each, and what right opens a tab. */
import type { Organization } from "../../sdk/src/index.ts";
import { words } from "../words.ts";
import { developerWords } from "../words/developers.ts";
import { peopleWords } from "../words/people.ts";

type Right = keyof Organization["permissions"];

const TABS = {
  members: { title: peopleWords.members, right: "listMembers" },
  teams: { title: peopleWords.teams, right: "listTeams" },
  invites: { title: peopleWords.invites, right: "admin" },
  singleSignOn: { title: peopleWords.singleSignOn, right: "admin" },
  webhooks: { title: developerWords.webhooks, right: "admin" },
  specs: { title: developerWords.specs, right: "view" },
  integrations: { title: developerWords.integrations, right: "listIntegrations" },
  translations: { title: words.translations, right: "view" },
  jobs: { title: words.jobs, right: "view" },
  sites: { title: words.sites, right: "view" },
  audit: { title: developerWords.audit, right: "admin" },
  organizationSettings: { title: words.settings, right: "admin" },
} as const satisfies Record<string, { readonly title: string; readonly right: Right }>;

export type TabName = keyof typeof TABS;

export interface AreaTable {
  readonly title: string;
  readonly tabs: readonly TabName[];
}

export const AREAS = {
  people: { title: words.people, tabs: ["members", "teams", "invites", "singleSignOn"] },
  developers: { title: words.developers, tabs: ["webhooks", "specs", "integrations", "jobs"] },
  translations: { title: words.translations, tabs: ["translations"] },
  sites: { title: words.sites, tabs: ["sites"] },
  audit: { title: words.auditLog, tabs: ["audit"] },
  settings: { title: words.settings, tabs: ["organizationSettings"] },
} as const satisfies Record<string, AreaTable>;

export type AreaName = keyof typeof AREAS;

export const tabTitle = (name: TabName): string => TABS[name].title;

/** The name of the right, among an organization's `permissions`. */
export const rightTo = (name: TabName): Right => TABS[name].right;
