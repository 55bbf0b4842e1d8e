import type { PresentedShape } from "../../http/operation.ts";
import type { Token } from "./schema.ts";
import type { Row } from "../../db/schema.ts";
import type { Addresses } from "../../deps.ts";
import { given, timestamp } from "../../http/shapes.ts";

export function presentToken(row: Row<"tokens">, addresses: Addresses): PresentedShape<typeof Token> {
  const time = (ms: number | null) => (ms === null ? null : timestamp(ms));
  return {
    object: "token",
    id: row.id,
    label: row.label,
    createdAt: timestamp(row.created_at),
    ...given("lastUsedAt", time(row.last_used_at)),
    ...given("expiresAt", time(row.expires_at)),
    ...given("scopes", row.scopes === null ? undefined : (JSON.parse(row.scopes) as string[])),
    urls: { location: `${addresses.app}/v1/user/tokens/${row.id}` },
  };
}
