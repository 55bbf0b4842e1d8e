/**
 * Every migration in its order, which is frozen: new ones go last. With a release, the SHA-256 of each new one's source
 * goes into released.json, and a test holds it to that.
 */
import { foundation } from "./001-foundation.ts";
import { search } from "./002-search.ts";
import { collectionsAndGrants } from "./003-collections.ts";
import { peopleAndTeams } from "./004-people.ts";
import { changeRequestsAndConflicts } from "./005-change-requests.ts";
import { shareLinksAndSections } from "./006-sections.ts";
import { signingIn } from "./007-signing-in.ts";
import { singleSignOn } from "./008-saml.ts";
import { commentsAndReactions } from "./009-comments.ts";
import { reviewsAndMergeRules } from "./010-reviews.ts";
import { visitors } from "./011-visitors.ts";
import { openapiSpecs } from "./012-openapi.ts";
import { webhooks } from "./013-webhooks.ts";
import { customization } from "./014-customization.ts";
import { addresses } from "./015-addresses.ts";
import { keptPdfs } from "./016-pdf.ts";
import { translations } from "./017-translations.ts";
import { integrations } from "./018-integrations.ts";
import { readers } from "./019-readers.ts";
import { fonts } from "./020-fonts.ts";
import { glossary } from "./021-glossary.ts";
import { referencesOfSpaces } from "./022-references.ts";
import type { Migration } from "./columns.ts";

export const migrations: readonly Migration[] = [
  foundation,
  search,
  collectionsAndGrants,
  peopleAndTeams,
  changeRequestsAndConflicts,
  shareLinksAndSections,
  signingIn,
  singleSignOn,
  commentsAndReactions,
  reviewsAndMergeRules,
  visitors,
  openapiSpecs,
  webhooks,
  customization,
  addresses,
  keptPdfs,
  translations,
  integrations,
  readers,
  fonts,
  glossary,
  referencesOfSpaces,
];
