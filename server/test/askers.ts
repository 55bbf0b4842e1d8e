/**
 * The files that ask an address which somebody named. Each has its rows in outbound.test.ts, or that doesn't compile:
 * how somebody has it asked, and what must never hear of it.
 */
export const ASKERS = [
  "server/importers/website/fetching.ts",
  "server/jobs/delivery/webhook.ts",
  "server/nouns/content/fileSource.ts",
  "server/nouns/content/importSource.ts",
  "server/nouns/git/hosts/ask.ts",
  "server/nouns/installations/ask.ts",
  "server/nouns/openapi/fetchSource.ts",
  "server/nouns/sites/customization/copyFiles.ts",
  "server/nouns/translations/translator.ts",
  "server/site/edge/tryIt.ts",
] as const;

export type Asker = (typeof ASKERS)[number];

/** These ask addresses of their own, which nobody else can choose. */
export const OWN_ADDRESSES = ["server/nouns/embeds/resolve.ts"];
