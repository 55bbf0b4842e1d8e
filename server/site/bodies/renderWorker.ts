/** The program of a rendering thread: one piece of work at a time, an answer for each. */
import { answer } from "../../workers/answer.ts";
import { type WorkKind, work } from "./renderWork.ts";

/** What the thread is sent. */
export interface Order {
  readonly kind: WorkKind;
  readonly job: unknown;
}

answer(({ kind, job }: Order) => work(kind, job as never));
