import type { Row } from "../../db/schema.ts";

/** An event as scripts know it: flat, with the installation that it is for. */
export function eventPayload({
  body,
  target_id,
}: Pick<Row<"deliveries">, "body" | "target_id">): Record<string, unknown> {
  const { id, type, data } = JSON.parse(body) as {
    id: string;
    type: string;
    data: Readonly<Record<string, unknown>>;
  };
  return { ...data, eventId: id, type, installationId: target_id };
}
