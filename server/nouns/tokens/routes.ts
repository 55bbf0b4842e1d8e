import { Type } from "typebox";
import { invalidField, notFound } from "../../http/errors.ts";
import { instant } from "../../http/input.ts";
import { listOf, pageOf, pageQuery } from "../../http/list.ts";
import { chapter, anyUser, created, empty, holding, ok, op } from "../../http/operation.ts";
import { Id } from "../../http/shapes.ts";
import { newToken } from "../../ports/tokens.ts";
import { createToken, revokeToken } from "./commands.ts";
import { presentToken } from "./present.ts";
import { listTokens, loadToken } from "./queries.ts";
import { CreateToken, NewToken, Token } from "./schema.ts";
import { closed } from "../../http/named.ts";

const params = Type.Object({ tokenId: Id });

export const tokenOperations = chapter("Tokens", [
  op({
    method: "GET",
    url: "/user/tokens",
    operationId: "listUserTokens",
    call: "tokens.list",
    summary: "List your API tokens",
    scopes: [],
    access: anyUser,
    shapes: { query: closed(pageQuery) },
    answers: { 200: listOf(Token) },
    handler: async ({ deps, identity, paging }) => {
      const page = await listTokens(deps.db.read, identity, paging);
      return pageOf(page, (row) => presentToken(row, deps.addresses));
    },
  }),
  op({
    method: "POST",
    url: "/user/tokens",
    operationId: "createUserToken",
    call: "tokens.create",
    summary: "Create an API token",
    description:
      "The token has your permissions, limited by its `scopes`. Its secret is only in this answer. A token that expires can't make other tokens.",
    scopes: [],
    sensitive: true,
    access: anyUser,
    shapes: { body: CreateToken },
    answers: { 201: NewToken },
    handler: async ({ deps, identity, body, change }) => {
      const expiresAt = body.expiresAt ? instant("/expiresAt", body.expiresAt) : null;
      if (expiresAt !== null && expiresAt <= deps.clock.now()) {
        throw invalidField("/expiresAt", "must be in the future.");
      }
      const secret = newToken();
      return change(async ({ tx, now, newId, trace }) => {
        const row = await createToken(tx, {
          id: newId(),
          userId: identity.userId,
          by: identity.tokenId,
          through: identity.through,
          label: body.label,
          secret,
          expiresAt,
          scopes: body.scopes,
          now,
        });
        await trace({ action: "token.create", target: { type: "token", id: row.id, label: row.label } });
        return created({ ...presentToken(row, deps.addresses), token: secret });
      });
    },
  }),
  op({
    method: "GET",
    url: "/user/tokens/:tokenId",
    operationId: "getUserToken",
    call: "tokens.get",
    summary: "Get one of your API tokens",
    scopes: [],
    access: holding("The token", loadToken, "view"),
    shapes: { params },
    answers: { 200: Token },
    handler: ({ deps, thing }) => ok(presentToken(thing.token, deps.addresses)),
  }),
  op({
    method: "DELETE",
    url: "/user/tokens/:tokenId",
    operationId: "deleteUserToken",
    call: "tokens.delete",
    summary: "Revoke one of your API tokens",
    description: "It stops working at once; in other processes of this installation within a second.",
    scopes: [],
    access: holding("The token", loadToken, "view"),
    shapes: { params },
    answers: { 204: null },
    ifMatch: "nothing",
    handler: ({ thing: { token }, change }) =>
      change(async ({ tx, now, trace }) => {
        if (!(await revokeToken(tx, token.id, now))) throw notFound("The token");
        await trace({ action: "token.revoke", target: { type: "token", id: token.id, label: token.label } });
        return empty(204);
      }),
  }),
]);
