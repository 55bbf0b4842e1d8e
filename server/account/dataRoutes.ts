/** What somebody takes along and how they go: their data as a file, and the end of their account. */
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import { folded } from "../db/contains.ts";
import { reachOf } from "../access/singleSignOn.ts";
import { HttpError } from "../http/errors.ts";
import { endedCookie } from "../nouns/sessions/cookie.ts";
import { deletePerson } from "../nouns/sessions/deletePerson.ts";
import { exportPerson } from "../nouns/sessions/personExport.ts";
import { Queue } from "../turns/queue.ts";
import { sendPage } from "./answer.ts";
import type { Form } from "./form.ts";
import type { AccountAssets } from "./pages/frame.ts";
import { renderNote } from "./pages/signIn.ts";
import type { ShowAccount } from "./show.ts";
import {
  BY_PROVIDER,
  changeBy,
  entranceOf,
  freshlySignedIn,
  type SignedInPerson,
  speaksForAccount,
} from "./visitor.ts";

const PLACE = "/account#data";

const UNDERWAY = "Your data is being downloaded already. Wait until that is done, or end it.";

/** Somebody who asks for what is theirs, and how they are refused on the page they come from. */
interface AccountAsked {
  readonly who: SignedInPerson;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly refuse: (text: string, status: number) => Promise<FastifyReply>;
}

export function mountData(
  scope: FastifyInstance,
  deps: Deps,
  { assets, show }: { readonly assets: AccountAssets; readonly show: ShowAccount },
): void {
  /** By person, since one may have written very much. */
  const downloads = new Queue();

  /** What somebody does with all that is theirs, who has just signed in for their account and no provider for them. */
  const forAccount = (act: (asked: AccountAsked) => Promise<FastifyReply> | FastifyReply) =>
    freshlySignedIn(
      deps,
      () => PLACE,
      async (who, request, reply) => {
        const refuse = (text: string, status: number) =>
          show(who, request, reply, { message: { kind: "problem", text } }, status);
        return speaksForAccount(who) ? act({ who, request, reply, refuse }) : refuse(BY_PROVIDER, 403);
      },
    );

  scope.get(
    "/account/data.json",
    forAccount(async ({ who, reply, refuse }) => {
      const { id } = who.user;
      if (downloads.load(id).underway > 0) return refuse(UNDERWAY, 429);
      const leave = await downloads.enter(id);
      const { read } = deps.db;
      const reach = await reachOf(read, entranceOf(who), deps.clock.now()).catch((error: unknown) => {
        leave();
        throw error;
      });
      const within = new Set(reach.within.map((one) => one.id));
      const file = Readable.from(exportPerson(read, who.user, (organization) => within.has(organization)));
      file.once("end", leave).once("close", leave);
      return reply
        .header("content-type", "application/json; charset=utf-8")
        .header("content-disposition", 'attachment; filename="lectern-account.json"')
        .header("cache-control", "private, no-store")
        .header("x-content-type-options", "nosniff")
        .send(file);
    }),
  );

  scope.post(
    "/account/delete",
    forAccount(async ({ who, request, reply, refuse }) => {
      const typed = (request.body as Form).text("email", 320);
      if (folded(typed) !== who.user.email_folded)
        return refuse("To delete your account, write its e-mail address as it stands above.", 400);
      try {
        await changeBy(deps, request, who.user.id, async ({ tx, now, newId, trace }) => {
          await deletePerson(tx, { user: who.user.id, now, newId, trace });
          return {};
        });
      } catch (error) {
        if (error instanceof HttpError && error.status === 409) return refuse(error.message, 409);
        throw error;
      }
      void reply.header("set-cookie", endedCookie(deps.addresses));
      const text = "Your name and your address are gone from it. What you made for others stays with them.";
      const action = { title: "Go to sign-in", href: "/sign-in" };
      return sendPage(request, reply, renderNote(assets, { title: "Your account is deleted", text, action }));
    }),
  );
}
