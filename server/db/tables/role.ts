/** What people may do with content; see access/roles.ts for the order. */
export type Role = "read" | "comment" | "edit" | "review" | "create" | "admin";
