/** Components of integrations as those see them who write pages and set integrations up. */
import type { Static } from "typebox";
import type { KitFields } from "../../../engine/markdown/html/contentKitFields.ts";
import { SITE_READER } from "../../access/scopes.ts";
import type { SiteReader } from "../../access/siteReader.ts";
import type { Deps } from "../../deps.ts";
import { invalidField, notFound, unavailable } from "../../http/errors.ts";
import { anyUser, chapter, ok, op } from "../../http/operation.ts";
import { ScriptFailure } from "../../ports/scripts/failure.ts";
import { integrationOfId } from "../integrations/queries.ts";
import { sealedDrawing, unsealed } from "../revisions/sealedBlocks.ts";
import { integrationsOnSpace } from "../sites/site/integrations.ts";
import { askComponent } from "./component.ts";
import { type Asker, loadComponentPlace } from "./componentPlace.ts";
import { drawnOnce } from "./drawnOnce.ts";
import * as schema from "./schema.ts";

/** On a page of a site, for a reader of it: what they have read there, and what was offered in it. */
async function drawnForReader(
  deps: Deps,
  reader: SiteReader,
  name: string,
  { componentId, props: given, state, action, context }: Static<typeof schema.RenderComponent>,
): Promise<KitFields | undefined> {
  if (context.type !== "document") throw invalidField("/context/type", "is document for readers of a site.");
  const { spaceId: space } = context;
  if (!reader.spaces.has(space)) throw invalidField("/context/spaceId", "is no space that the site shows.");
  const spot = { reader, space, integration: name };
  const props = unsealed(deps.secrets, spot, { componentId, props: given });
  if (props === undefined)
    throw invalidField("/props", "are none that a page of the site has, or that the integration offered.");
  const active = await integrationsOnSpace(deps.db.read, {
    organization_id: reader.organization,
    id: space,
  });
  const found = active.find((one) => one.name === name);
  const integration = found && (await integrationOfId(deps.db.read, found.integration));
  if (found === undefined || integration === undefined) throw notFound("The integration");
  const place = { installation: { organization_id: reader.organization, id: found.installation }, space };
  const asked = { componentId, props };
  const { theme = "light" } = context;
  const isFirst = action === undefined && Object.keys(state ?? {}).length === 0;
  const ask = () =>
    askComponent(deps, integration, place, {
      ...asked,
      // What is kept for all begins with the component's own state, which scripts take where none is given.
      state: isFirst ? undefined : state,
      action,
      context: { type: "document", theme, editable: false, spaceId: space },
    });
  const output = isFirst ? await drawnOnce(deps, found, { space, theme, offer: asked }, ask) : await ask();
  return output && sealedDrawing(deps.secrets, spot, asked, { props, state: state ?? {}, ...output });
}

async function drawnForMember(
  asker: Asker,
  name: string,
  body: Static<typeof schema.RenderComponent>,
): Promise<KitFields | undefined> {
  const { integration, place } = await loadComponentPlace(asker, name, body.context);
  return askComponent(asker.deps, integration, place, {
    ...body,
    context: { theme: "light", ...body.context },
  });
}

export const renderOperations = chapter("Installations", [
  op({
    method: "POST",
    url: "/integrations/:integrationName/render",
    operationId: "renderIntegrationUiWithPost",
    call: "integrations.render",
    summary: "Render a component of an integration",
    description:
      "In a page, for those who write in its space; in its configuration, for those who may install it there; where a content source asks what to make pages of, for those who write in the space. What the script gives is passed on as it came, up to 100 kB. With the token of a site, for what a page of it has and what was offered in that: documents have a seal in the props of their blocks, to be sent as it is.",
    scopes: [SITE_READER],
    access: anyUser,
    shapes: { params: schema.IntegrationParams, body: schema.RenderComponent },
    answers: { 200: schema.DrawnComponent },
    points: 5,
    handler: async ({ deps, identity, params, body }) => {
      const { reader } = identity;
      const { integrationName: name } = params;
      try {
        const output = await (reader === undefined
          ? drawnForMember({ deps, identity }, name, body)
          : drawnForReader(deps, reader, name, body));
        if (output === undefined) throw unavailable("The integration gave nothing that can be shown.");
        // What a script leaves out is what it was asked with.
        const { props, state = {} } = body;
        return ok(output["type"] === "complete" ? output : { props, state, ...output });
      } catch (error) {
        if (error instanceof ScriptFailure) throw unavailable(error.message);
        throw error;
      }
    },
  }),
]);
