import {
  claimsSchemaProblems,
  type ClaimsSchema,
  templateConditions,
} from "../../../../engine/claims/claimSchema.ts";
import { invalid, preconditionFailed } from "../../../http/errors.ts";
import { chapter, holding, ok, op } from "../../../http/operation.ts";
import { timestamp } from "../../../http/shapes.ts";
import { SiteParams } from "../site/schema.ts";
import { putSchema } from "./commands.ts";
import { type AdaptiveSchemaRow, loadAdaptive, present } from "./queries.ts";
import * as schema from "./schema.ts";

const url = "/orgs/:organizationId/sites/:siteId/adaptive-schema";

function answer(row: AdaptiveSchemaRow) {
  return {
    object: "site-adaptive-schema" as const,
    jsonSchema: JSON.parse(row.json) as object,
    updatedAt: timestamp(row.updated_at),
  };
}

/** Characters of a schema as JSON. */
const LONGEST = 64 * 1024;

/** @throws 400 for what is no schema of claims, with all that is wrong */
function checked(jsonSchema: object): string {
  const problems = claimsSchemaProblems(jsonSchema).map(({ path, message }) => ({
    path: `/jsonSchema${path}`,
    message,
  }));
  const [first] = problems;
  if (first !== undefined) throw invalid(`${first.path}: ${first.message}`, problems);
  const json = JSON.stringify(jsonSchema);
  if (json.length <= LONGEST) return json;
  const message = "is larger than 64 KiB.";
  throw invalid(`/jsonSchema: ${message}`, [{ path: "/jsonSchema", message }]);
}

export const adaptiveOperations = chapter("Sites", [
  op({
    method: "GET",
    url,
    operationId: "getSiteAdaptiveSchema",
    call: "sites.adaptiveSchema.get",
    summary: "Get the claims schema of a site",
    description: "Answers 404 until there is a schema.",
    scopes: ["site:read", "site:adaptive:read"],
    access: holding("The site", loadAdaptive, "view"),
    shapes: { params: SiteParams },
    answers: { 200: schema.AdaptiveSchema },
    tagged: true,
    handler: ({ thing }) => {
      const row = present(thing);
      return ok(answer(row), row.version);
    },
  }),
  op({
    method: "PUT",
    url,
    operationId: "updateSiteAdaptiveSchema",
    call: "sites.adaptiveSchema.update",
    summary: "Set the claims schema of a site",
    description:
      "Conditions then see only these claims, with values that the schema allows; other claims count as missing.",
    scopes: ["site:write", "site:adaptive:write"],
    access: holding("The site", loadAdaptive, "edit"),
    shapes: { params: SiteParams, body: schema.PutAdaptiveSchema },
    answers: { 200: schema.AdaptiveSchema },
    tagged: true,
    handler: ({ thing, body, expectedVersion, change }) => {
      const json = checked(body.jsonSchema);
      return change(async ({ tx, now, trace }) => {
        const { site } = thing;
        const row = await putSchema(tx, { site, json, now }, expectedVersion);
        if (row === undefined) throw preconditionFailed();
        await trace({
          action: "site.adaptive-schema.update",
          organization: site.organization_id,
          target: { type: "site", id: site.id, label: site.title },
          after: { claims: Object.keys((body.jsonSchema as unknown as ClaimsSchema).properties) },
        });
        return ok(answer(row), row.version);
      });
    },
  }),
  op({
    method: "GET",
    url: `${url}/template-conditions`,
    operationId: "listSiteAdaptiveTemplateConditions",
    call: "sites.adaptiveSchema.listTemplateConditions",
    summary: "List sample conditions for a site",
    description:
      "One condition for each boolean claim and for each possible value of the others, in the order of the schema; none without a schema.",
    scopes: ["site:read", "site:adaptive:read"],
    access: holding("The site", loadAdaptive, "view"),
    shapes: { params: SiteParams },
    answers: { 200: schema.TemplateConditions },
    handler: ({ thing }) => {
      const known = thing.schema;
      return ok({
        items: known === undefined ? [] : templateConditions(JSON.parse(known.json) as ClaimsSchema),
      });
    },
  }),
]);
