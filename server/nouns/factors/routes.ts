import { conflict, forbidden } from "../../http/errors.ts";
import { chapter, empty, holding, op } from "../../http/operation.ts";
import { loadMember } from "../members/queries.ts";
import { MemberParams } from "../members/schema.ts";
import { resetMemberFactors } from "./commands.ts";
import { queueAccountNotice } from "../sessions/notices.ts";

export const factorOperations = chapter("Members", [
  op({
    method: "DELETE",
    url: "/orgs/:organizationId/members/:userId/second-factor",
    operationId: "resetSecondFactorOfMember",
    call: "members.resetSecondFactor",
    summary: "Reset a member's second factor",
    description:
      "Removes their app, passkeys and recovery codes, and ends their sessions. They are notified by e-mail, and sign in by password or link. You get a 409 if they have none, and for members of several organizations: the operator of the installation does it for them.",
    scopes: [],
    sensitive: true,
    access: holding("The member", loadMember, "admin"),
    shapes: { params: MemberParams },
    answers: { 204: null },
    handler: ({ identity, thing: { organization, row }, change }) =>
      change(async ({ tx, now, newId, trace }) => {
        const user = row.user_id;
        if (user === identity.userId)
          throw forbidden("Look after your own second factor on your account page.");
        if (!(await resetMemberFactors(tx, organization, user)))
          throw conflict("no-second-factor", "They have no second factor.");
        await queueAccountNotice(tx, { user, event: "reset" }, { id: newId(), now });
        const target = { type: "member", id: user, label: row.display_name };
        await trace({ action: "member.reset-factor", organization, target });
        return empty(204);
      }),
  }),
]);
