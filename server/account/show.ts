import type { FastifyReply, FastifyRequest } from "fastify";
import type { AccountView } from "./pages/account.ts";
import type { SignedInPerson } from "./visitor.ts";

/** What the account page says beside what it always shows. */
export type AccountExtras = Pick<AccountView, "message" | "made">;

/** Sends the account page of somebody who is signed in. */
export type ShowAccount = (
  who: SignedInPerson,
  request: FastifyRequest,
  reply: FastifyReply,
  extra: AccountExtras,
  status?: number,
) => Promise<FastifyReply>;
