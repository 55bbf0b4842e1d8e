/** All that this process keeps in memory, by name, and what each may take of it. */

const MEGABYTE = 2 ** 20;

/** Bytes. Values used least recently make way; nothing here is lost, it is read or made again. */
export const SHARES = {
  // Of the content: under its hash, so it never ends before it makes way.
  content_nodes: 64 * MEGABYTE,
  content_bodies: 16 * MEGABYTE,
  content_trees: 64 * MEGABYTE,
  content_revisions: 6 * MEGABYTE,
  /** What is put together for each organization whose content is read. */
  content_organizations: 8 * MEGABYTE,
  /** What is made of content: rendered pages, lists, compressed trees. */
  derived: 128 * MEGABYTE,
  /** Parts of texts as the console shows them: whoever reads in it may ask for any, and pushes out no page of a site. */
  shown_parts: 16 * MEGABYTE,
  /** Revisions with the pages that are made of descriptions of APIs, and those known to have none. */
  made_revisions: 48 * MEGABYTE,
  plain_revisions: 4 * MEGABYTE,
  /** Revisions without the pages that conditions keep from readers of a site. */
  opened_revisions: 8 * MEGABYTE,
  /** What texts with conditions link to, as readers of a site read them. */
  read_links: 4 * MEGABYTE,
  api_outlines: 16 * MEGABYTE,
  document_ids: 6 * MEGABYTE,
  search_pages: 8 * MEGABYTE,
  search_sections: 48 * MEGABYTE,
  /** What the search index was last seen to hold of made pages, by space. */
  indexed_pages: MEGABYTE,

  // Of the database: believed or known, a second at most.
  tokens: 6 * MEGABYTE,
  members: 6 * MEGABYTE,
  policies_in_use: 4 * MEGABYTE,
  member_policies: 16 * MEGABYTE,
  /** Under the hash of what they say. */
  policies: 16 * MEGABYTE,
  /** Which organization has what is addressed by its id alone: proved each time, so it never ends. */
  addresses: 8 * MEGABYTE,
  spaces: 8 * MEGABYTE,
  space_lists: 16 * MEGABYTE,
  space_sites: 4 * MEGABYTE,
  link_organizations: MEGABYTE,
  link_hostnames: MEGABYTE,
  link_requests: MEGABYTE,
  /** Answers given again while all that they were made of is the very same. */
  answers: 16 * MEGABYTE,

  // Of published sites: while the reads that they were made of give the same, a minute at most.
  sites: 32 * MEGABYTE,
  site_names: 4 * MEGABYTE,
  site_answers: 64 * MEGABYTE,
  /** What is asked of visitors at an address. */
  site_questions: 8 * MEGABYTE,
  /** Bodies that could not be rendered lately, and PDFs that had too much: nobody waits for them again at once. */
  unrendered: MEGABYTE / 4,
  /** Visitors by their cookies, and what their tokens say, by the hash of key and token. */
  visitors: 16 * MEGABYTE,
  visitor_tokens: 4 * MEGABYTE,
  visitor_cookies: MEGABYTE / 2,
  /** Who reads by the token of a site, by the token. */
  site_readers: 8 * MEGABYTE,
  /** What embeds are called by their providers. */
  embed_titles: MEGABYTE / 2,
  /** Whether a program is an agent, by what it calls itself. */
  agents: MEGABYTE / 2,
  /** Git hosts that were slow when they were asked last, and the organizations whose they were. */
  slow_hosts: MEGABYTE,

  /** Pages of the API reference, until the program is another. */
  reference_pages: 8 * MEGABYTE,
} as const;

export type ShareName = keyof typeof SHARES;
