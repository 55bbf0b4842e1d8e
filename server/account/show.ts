import type { FastifyReply, FastifyRequest } from "fastify";
import type { AccountView } from "./pages/account.ts";
import type { SignedIn } from "./visitor.ts";

/** What the account page says beside what it always shows. */
export type Extra = Pick<AccountView, "message" | "made">;

/** Sends the account page of somebody who is signed in. */
export type ShowAccount = (
  who: SignedIn,
  request: FastifyRequest,
  reply: FastifyReply,
  extra: Extra,
  status?: number,
) => Promise<FastifyReply>;
