/** What a kind of target is: a way to send one message. The rows, the order, the waits and the log are the same for all. */
import type { ScriptLine } from "../../ports/scripts/door.ts";
import type { Row } from "../../db/schema.ts";

/** What came of one attempt. */
export interface AttemptOutcome {
  readonly status?: number;
  /** Why there was no answer: a code. */
  readonly error?: string;
  /** The beginning of the answer. */
  readonly answer?: string;
  /** What a script wrote on its console. */
  readonly console?: readonly ScriptLine[];
  /** Whether nothing was sent, since we had no place for it: nothing has failed. */
  readonly isPutOff?: boolean;
  /** Whether a script went so often beyond what it may that it is told nothing more. */
  readonly isBeyond?: boolean;
}

/** Sends one message to one target. It never throws for what the other side does. */
export type Sender = (
  target: Row<"event_targets">,
  delivery: Pick<
    Row<"deliveries">,
    "organization_id" | "id" | "event_id" | "type" | "space_id" | "body" | "depth"
  >,
) => Promise<AttemptOutcome>;

/** The senders, by the `kind` of targets. */
export type Senders = Readonly<Record<string, Sender>>;

export const isDelivered = ({ status = 0 }: AttemptOutcome): boolean => status >= 200 && status < 300;
