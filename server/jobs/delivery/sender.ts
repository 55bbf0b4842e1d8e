/** What a kind of target is: a way to send one message. The rows, the order, the waits and the log are the same for all. */
import type { Row } from "../../db/schema.ts";

/** What came of one attempt. */
export interface AttemptOutcome {
  readonly status?: number;
  /** Why there was no answer: a code. */
  readonly error?: string;
  /** The beginning of the answer. */
  readonly answer?: string;
}

/** Sends one message to one target. It never throws for what the other side does. */
export type Sender = (
  target: Row<"event_targets">,
  delivery: Pick<Row<"deliveries">, "organization_id" | "id" | "event_id" | "type" | "space_id" | "body">,
) => Promise<AttemptOutcome>;

/** The senders, by the `kind` of targets. */
export type Senders = Readonly<Record<string, Sender>>;

export const isDelivered = ({ status = 0 }: AttemptOutcome): boolean => status >= 200 && status < 300;
