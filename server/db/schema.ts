/**
 * The rows of every table, as both databases return them and as migrations describe them: text, numbers, bytes and
 * nothing else. Times (`*_at`, `at`) are integer milliseconds since 1970; JSON is text that the reader parses; ids are
 * opaque strings.
 */
import type { Selectable } from "kysely";
import type { FirstTable } from "./migrations/001-first-release.ts";
import type { ledger } from "./migrations/list.ts";
import type { RowsOf } from "./migrations/row.ts";

export type { Flag } from "./migrations/row.ts";

export interface Schema extends RowsOf<FirstTable | typeof ledger> {}

/** A row of a table as it is read. */
export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;

/** What names a change request to the database. */
export type RequestKey = Pick<Row<"change_requests">, "organization_id" | "id">;
/** What names a comment or a reply to it. */
export type PostKey = Pick<Row<"comments">, "organization_id" | "id">;
/** What names a space to it. */
export type SpaceKey = Pick<Row<"spaces">, "organization_id" | "id">;

export type ChangeRequestStatus = Row<"change_requests">["status"];
/** What both sides changed. */
export type ConflictKind = Row<"conflicts">["kind"];
export type DeliveryState = Row<"deliveries">["state"];
/** What the DNS said of a hostname when it was looked up last. */
export type HostnameStatus = Row<"hostname_claims">["status"];
export type InstallationStatus = Row<"installations">["status"];
export type ReviewStatus = Row<"reviews">["status"];
/** What people may do with content; see access/roles.ts for the order. */
export type Role = Row<"grants">["role"];
/** How somebody proved who they are. */
export type SignInMethod = Row<"sessions">["method"];
export type SiteVisibility = Row<"sites">["visibility"];
