import { timestamp } from "../../http/shapes.ts";

/** One event, as a target hears of it. */
interface EventMessage {
  readonly id: string;
  readonly type: string;
  /** When it happened; milliseconds. */
  readonly at: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What is sent, the same on every attempt. */
export function eventBody({ id, type, at, data }: EventMessage): string {
  return JSON.stringify({ id, type, timestamp: timestamp(at), data });
}
