import { HttpError } from "../http/errors.ts";
import { StartRefused } from "../ports/start-refused.ts";

/** What a command of ours refuses, told to the operator. @throws StartRefused in place of the refusal */
export function inOneLine(error: unknown): never {
  if (error instanceof HttpError) throw new StartRefused(error.message);
  throw error;
}
