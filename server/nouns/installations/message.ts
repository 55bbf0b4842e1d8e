import type { EventType } from "../../access/events.ts";
import type { Row } from "../../db/schema.ts";

/**
 * How many scripts may stand behind what installations are told of: beyond that, one that changes what it is told of
 * would be told without end.
 */
export const DEEPEST = 3;

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

/** Types of what readers do on a site; installations are told of it by the site. */
export const ON_SITES: ReadonlySet<string> = new Set<EventType>(["page_feedback"]);

/** The site on which something happened; undefined for what happened in a space or elsewhere. */
export function siteOf({
  kind,
  payload,
}: {
  readonly kind: string;
  readonly payload: string;
}): string | undefined {
  if (!ON_SITES.has(kind)) return undefined;
  return (JSON.parse(payload) as { readonly siteId?: string }).siteId;
}
