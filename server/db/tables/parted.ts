/**
 * The tables that grow with what organizations write. PostgreSQL has each in 16 parts, by organization: indexes stay
 * small, and a part can be cleaned, or put elsewhere, by itself. SQLite has no such thing.
 */
export const PARTED = ["bodies", "nodes", "openapi_pieces", "prints", "revisions"] as const;
