import { SITE_READER } from "../../access/scopes.ts";
import { anyUser, chapter, holding, ok, op } from "../../http/operation.ts";
import { loadSpace } from "../spaces/queries.ts";
import { SpaceParams } from "../spaces/schema.ts";
import { resolveEmbed } from "./resolve.ts";
import * as schema from "./schema.ts";

const description =
  "Of a provider that pages may show in a frame: that frame, and the title that the provider gives, kept for a day. Every " +
  "other address is a link, and nobody is asked about it.";

export const embedOperations = chapter("Addresses", [
  op({
    method: "GET",
    url: "/urls/embed",
    operationId: "getEmbedByUrl",
    call: "urls.getEmbed",
    summary: "Get the embed of an address",
    description,
    scopes: [],
    access: anyUser,
    shapes: { query: schema.EmbedQuery },
    answers: { 200: schema.Embed },
    points: 5,
    handler: async ({ deps, query }) => ok(await resolveEmbed(deps, query.url)),
  }),
  op({
    method: "GET",
    url: "/spaces/:spaceId/embed",
    operationId: "getEmbedByUrlInSpace",
    call: "spaces.getEmbed",
    summary: "Get the embed of an address in a space",
    description,
    scopes: ["space:read", "space:content:read", SITE_READER],
    access: holding("The space", loadSpace, "view"),
    shapes: { params: SpaceParams, query: schema.EmbedQuery },
    answers: { 200: schema.Embed },
    points: 5,
    perOrganization: { atOnce: 8, of: ({ space }) => space.organization_id },
    handler: async ({ deps, query }) => ok(await resolveEmbed(deps, query.url)),
  }),
]);
