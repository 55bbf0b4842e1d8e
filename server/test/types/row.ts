/** What the compiler knows of rows from the descriptions of their tables: `npm run types` checks it, nothing runs it. */
import type { Insertable } from "kysely";
import type { Role, Row, Schema } from "../../db/schema.ts";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <Claim extends true>(claim?: Claim) => claim;

holds<Same<Row<"change_requests">["status"], "draft" | "open" | "archived" | "merged">>();
holds<Same<Role, "read" | "comment" | "edit" | "review" | "create" | "admin">>();
holds<Same<Row<"spaces">["default_level"], Role | "inherit" | null>>();
holds<Same<Row<"jobs">["state"], "queued" | "running" | "done" | "failed" | "cancelled">>();
holds<Same<Row<"members">["disabled"], 0 | 1>>();
holds<Same<Row<"revisions">["organization_id"], string>>();
holds<Same<Row<"outbox">["seq"], number>>();
holds<Same<Row<"nodes">["data"], Buffer>>();
holds<Same<Row<"migrations">, { name: string; applied_at: number; made: string | null }>>();
holds<Same<Insertable<Schema["teams"]>["version"], number | undefined>>();
holds<Same<Insertable<Schema["teams"]>["title"], string>>();
// @ts-expect-error A column that is nowhere described is in no row.
holds<Same<Row<"teams">["titel"], string>>();
// @ts-expect-error A table that is nowhere described is none.
export type Absent = Row<"tems">;
