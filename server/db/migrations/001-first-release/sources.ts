/** What integrations made of the content sources that computed pages name. */
import type { TableDescription } from "../table.ts";

export const sources = [
  {
    name: "content_sources",
    of: "organization",
    columns: {
      space_id: "text",
      /** A hash of the source and of what the ids of its pages are made from. */
      key: "text",
      /** What they are made from: the id of a computed page. */
      seed: "text",
      /** The name of the integration. */
      integration: "text",
      /** JSON: `computed` of the page. */
      source: "text",
      /** Who inserted the page and saw what it depends on; null: it came by Git, an import or a copy. */
      vouched_by: "text?",
      /** A list of words: what it depends on, as targets of links. */
      reads: "text",
      /** What the script was last asked with, as a hash; null: it is asked whatever that is. */
      basis: "text?",
      /** Of what it made, another where that is another; null: nothing yet. */
      result_id: "text?",
      pages: "int = 0",
      /** When the result was made. */
      made_at: "int?",
      /** When the script was asked last. */
      asked_at: "int?",
      /** How often it has failed since. */
      failures: "int = 0",
      /** Why the last try failed. */
      problem: "text?",
      /** When it is looked at; null: when something changes. */
      due_at: "int?",
      created_at: "int",
    },
    key: ["space_id", "key"],
    refers: { space_id: "spaces cascade", vouched_by: "users set null" },
    indexes: {
      content_sources_due: ["due_at"],
      content_sources_of_voucher: ["vouched_by"],
      content_sources_of_integration: ["integration", "organization_id", "space_id", "key"],
    },
  },
  /** What was made of them: apart, since a row that is looked at is written anew, and these are large. */
  {
    name: "content_source_results",
    of: "organization",
    parted: "organization_id",
    columns: {
      space_id: "text",
      key: "text",
      /** `result_id` of its source. */
      result_id: "text",
      /** JSON: the pages with their texts. */
      made: "text",
    },
    key: ["space_id", "key"],
    refers: { "space_id, key": "content_sources cascade" },
  },
] as const satisfies readonly TableDescription[];
