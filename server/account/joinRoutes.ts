import type { FastifyInstance } from "fastify";
import { callerOf } from "../access/singleSignOn.ts";
import type { Deps } from "../deps.ts";
import { notFound } from "../http/errors.ts";
import { joinByLink } from "../nouns/invites/join.ts";
import { findInviteOfSecret } from "../nouns/invites/queries.ts";
import { goTo, sendPage } from "./answer.ts";
import type { AccountAssets } from "./pages/frame.ts";
import { renderJoin } from "./pages/signIn.ts";
import { changeBy, entranceOf, signedIn } from "./visitor.ts";

interface InvitePath {
  readonly Params: { readonly id: string };
}

/** What people open an invite link with: it shows where it leads, and joins. */
export function mountJoin(scope: FastifyInstance, deps: Deps, assets: AccountAssets): void {
  const invitation = async (secret: string) => {
    const found = await findInviteOfSecret(deps.db.read, secret, deps.clock.now());
    if (found === undefined) throw notFound("The invite link");
    return found;
  };
  scope.get<InvitePath>(
    "/invites/:id",
    signedIn(deps, async ({ user }, request, reply) => {
      const { id } = request.params as InvitePath["Params"];
      const { title } = await invitation(id);
      const action = `/invites/${encodeURIComponent(id)}`;
      return sendPage(request, reply, renderJoin(assets, { organization: title, user, action }));
    }),
  );
  scope.post<InvitePath>(
    "/invites/:id",
    signedIn(deps, async (who, request, reply) => {
      const { user } = who;
      const { id: secret } = request.params as InvitePath["Params"];
      const { organization } = await invitation(secret);
      await changeBy(deps, request, user.id, async ({ tx, now, trace }) => {
        const caller = await callerOf(tx, entranceOf(who), now);
        const used = await joinByLink(tx, { organization, secret, caller, now });
        if (used === undefined) return {};
        const target = { type: "member", id: user.id };
        await trace({
          action: "member.join",
          organization,
          target,
          after: { invite: used.id, role: used.role },
        });
        return {};
      });
      return goTo(reply, "/account?done=joined");
    }),
  );
}
