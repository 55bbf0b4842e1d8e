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
import { visitors } from "./012-visitors.ts";
import { openapiSpecs } from "./014-openapi.ts";
import { webhooks } from "./015-webhooks.ts";
import { customization } from "./016-customization.ts";
import { addresses } from "./017-addresses.ts";
import { keptPdfs } from "./019-pdf.ts";
import { translations } from "./021-translations.ts";
import { integrations } from "./022-integrations.ts";
import { readers } from "./023-readers.ts";
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
];
