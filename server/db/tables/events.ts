/** Events, who is told of them, and what came of it. */
import type { Generated, GeneratedAlways } from "kysely";

interface OutboxRow {
  seq: GeneratedAlways<number>;
  id: string;
  kind: string;
  organization_id: string | null;
  space_id: string | null;
  /** JSON */
  payload: string;
  created_at: number;
  /** When its deliveries were made; null while there is nobody to tell. */
  taken_at: number | null;
}

interface EventTargetRow {
  id: string;
  /** What is told, and how: `webhook`. Each kind has a sender (server/jobs/delivery). */
  kind: string;
  organization_id: string;
  url: string | null;
  description: string | null;
  /** Sealed for `event_targets|secret|<id>`. */
  secret: string | null;
  /** The one before, which signs beside it until `former_until`. */
  former_secret: string | null;
  former_until: number | null;
  /** JSON list of types; empty: all. */
  events: Generated<string>;
  /** JSON list of ids; null: all, and what belongs to no space. */
  spaces: string | null;
  /** JSON list of ids, of installations alone; null: all. What happens on a site is told them by the site. */
  sites: string | null;
  active: Generated<0 | 1>;
  /** The user with whose rights it is told: without them it ends. */
  owner_id: string;
  /** Events up to this one of the outbox happened before anybody asked. */
  after_seq: Generated<number>;
  /** When the failures began that no success has ended. */
  failing_since: number | null;
  delivered_at: number | null;
  disabled_at: number | null;
  disabled_because: "failures" | "gone" | "owner" | null;
  created_at: number;
  updated_at: number;
  version: Generated<number>;
}

export type DeliveryState = "waiting" | "delivered" | "failed";

interface DeliveryRow {
  id: string;
  target_id: string;
  event_id: string;
  type: string;
  space_id: string | null;
  /** Deliveries of one lane go out one after the other; null: in no order. */
  lane: string | null;
  /** The order in its lane: that of the outbox. */
  seq: number;
  /** JSON, as it is sent. */
  body: string;
  state: DeliveryState;
  /** How often it was sent, ever. */
  attempts: Generated<number>;
  /** How often since `since`: what the wait until the next one follows from. */
  tries: Generated<number>;
  /** When it was asked for, the last time. */
  since: number;
  /** null: an earlier one of its lane comes first, or it is finished. */
  due_at: number | null;
  created_at: number;
  finished_at: number | null;
}

interface DeliveryAttemptRow {
  delivery_id: string;
  number: number;
  at: number;
  duration: number;
  status: number | null;
  error: string | null;
  /** The beginning of the answer. */
  answer: string | null;
}

export interface EventsTables {
  outbox: OutboxRow;
  event_targets: EventTargetRow;
  deliveries: DeliveryRow;
  delivery_attempts: DeliveryAttemptRow;
}
