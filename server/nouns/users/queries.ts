import type { Read } from "../../db/database.ts";
import { type Params, prepared } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";

const byId = prepared((read, p: Params<{ id: string }>) =>
  read.selectFrom("users").selectAll().where("id", "=", p("id")),
);

export function findUser(read: Read, id: string): Promise<Row<"users"> | undefined> {
  return byId.first(read, { id });
}
