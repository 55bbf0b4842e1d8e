/**
 * The row types of every table, as both databases return them: text, numbers, bytes and nothing else.
 * Times (`*_at`, `at`) are integer milliseconds since 1970; yes and no are 1 and 0; JSON is text that the
 * reader parses; ids are opaque strings.
 */
import type { Selectable } from "kysely";
import type { ChangeRequestsTables } from "./tables/changeRequests.ts";
import type { CommentsTables } from "./tables/comments.ts";
import type { ContentTables } from "./tables/content.ts";
import type { EventsTables } from "./tables/events.ts";
import type { FilesTables } from "./tables/files.ts";
import type { IntegrationsTables } from "./tables/integrations.ts";
import type { OpenapiTables } from "./tables/openapi.ts";
import type { OrganizationsTables } from "./tables/organizations.ts";
import type { PeopleTables } from "./tables/people.ts";
import type { ReviewsTables } from "./tables/reviews.ts";
import type { SearchTables } from "./tables/search.ts";
import type { SingleSignOnTables } from "./tables/singleSignOn.ts";
import type { SiteAddressesTables } from "./tables/siteAddresses.ts";
import type { SitesTables } from "./tables/sites.ts";
import type { SpacesTables } from "./tables/spaces.ts";
import type { TranslationsTables } from "./tables/translations.ts";
import type { WorkTables } from "./tables/work.ts";

/** A row of a table as it is read. */
export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;

export interface Schema
  extends
    PeopleTables,
    OrganizationsTables,
    SingleSignOnTables,
    SpacesTables,
    ContentTables,
    ChangeRequestsTables,
    CommentsTables,
    ReviewsTables,
    SearchTables,
    SitesTables,
    SiteAddressesTables,
    OpenapiTables,
    TranslationsTables,
    EventsTables,
    IntegrationsTables,
    FilesTables,
    WorkTables {}
