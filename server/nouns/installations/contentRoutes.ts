/** Installations on spaces, and the same on sites. */
import type { TSchema } from "typebox";
import type { Identity } from "../../access/identity.ts";
import type { Read } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import { forbidden, invalidField } from "../../http/errors.ts";
import { listOf, pageWith, type RowPage } from "../../http/list.ts";
import { chapter, created, empty, holding, ok, op } from "../../http/operation.ts";
import { loadOwnIntegration } from "../integrations/queries.ts";
import { installOn, patchInstallationOn, type InstallationPlace, uninstallFrom } from "./contentCommands.ts";
import {
  aclsFor,
  contentFor,
  type ContentInstallationThing,
  findContentInstallation,
  type Kind,
  listContentInstallations,
  loadContentInstallation,
  rightsOn,
} from "./contentQueries.ts";
import { type ContentInstallationRow, presentContentInstallation } from "./present.ts";
import { type InstallationThing, loadInstallation } from "./queries.ts";
import * as schema from "./schema.ts";

interface Words {
  readonly kind: Kind;
  readonly Name: "Space" | "Site";
  readonly answer: TSchema;
  readonly params: typeof schema.SpaceParams | typeof schema.SiteParams;
}

const noun = ({ kind }: Words): string => `The installation on the ${kind}`;
const all = ({ kind }: Words): string =>
  `/integrations/:integrationName/installations/:installationId/${kind}s`;
const one = (words: Words): string => `${all(words)}/:${words.kind}Id`;

interface Asker {
  readonly deps: Deps;
  readonly identity: Identity;
}

/** Rows as they are shown, with the spaces or sites themselves where that was asked for and they are seen. */
async function shown(call: Asker, rows: readonly ContentInstallationRow[], extended: boolean | undefined) {
  if (extended !== true) return rows.map((row) => presentContentInstallation(row, call.deps));
  const presented = [];
  for (const row of rows) {
    const content = await contentFor(call, row.organization_id, row);
    presented.push(presentContentInstallation(row, call.deps, content));
  }
  return presented;
}

async function pageOfContent(
  call: Asker,
  page: RowPage<ContentInstallationRow>,
  extended: boolean | undefined,
) {
  const items = await shown(call, page.rows, extended);
  return pageWith(page, items);
}

const placeOf = (
  { kind }: Words,
  { integration, installation }: InstallationThing,
  content: string,
): InstallationPlace => ({
  integration,
  installation,
  kind,
  content,
});

const targetOf = (
  { kind }: Words,
  { installation }: Pick<InstallationThing, "installation">,
  content: string,
) => ({
  organization: installation.organization_id,
  target: { type: "installation", id: installation.id, label: installation.integration },
  ...(kind === "space" ? { space: content } : {}),
});

const listOne = (words: Words) =>
  op({
    method: "GET",
    url: all(words),
    operationId: `listIntegrationInstallation${words.Name}s`,
    call: `installations.${words.kind}s.list`,
    summary: `List the ${words.kind}s of an installation`,
    description: `The ${words.kind}s that you can see and on which it is installed, the oldest first.`,
    scopes: ["installation", "integration:installation:read"],
    access: holding("The installation", loadInstallation, "view"),
    shapes: { params: schema.InstallationParams, query: schema.ListContentQuery },
    answers: { 200: listOf(words.answer) },
    handler: async ({ deps, identity, thing, query, paging }) => {
      const filters = { installation: thing.installation };
      const acls = await aclsFor(deps, thing);
      const found = await listContentInstallations(deps.db.read, words.kind, filters, acls, paging);
      return pageOfContent({ deps, identity }, found, query.extended);
    },
  });

const listEverywhere = (words: Words) =>
  op({
    method: "GET",
    url: `/integrations/:integrationName/${words.kind}s`,
    operationId: `listIntegration${words.Name}Installations`,
    call: `integrations.list${words.Name}s`,
    summary: `List the ${words.kind} installations of an integration`,
    description: `In all organizations, the oldest first. For administrators of whoever published it.`,
    scopes: ["integration:installation:read", "integration"],
    access: holding("The integration", loadOwnIntegration, "admin"),
    shapes: { params: schema.IntegrationParams, query: schema.ListAllContentQuery },
    answers: { 200: listOf(words.answer) },
    handler: async ({ deps, identity, thing: { integration }, query, paging }) => {
      const filters = { integration: integration.id, externalId: query.externalId };
      const found = await listContentInstallations(deps.db.read, words.kind, filters, undefined, paging);
      return pageOfContent({ deps, identity }, found, query.extended);
    },
  });

async function requireInstallable(call: Asker, words: Words, thing: InstallationThing, id: string) {
  const { organization_id } = thing.installation;
  const { view, install } = await rightsOn(call, words.kind, organization_id, id);
  const field = words.kind === "space" ? "/space" : "/siteId";
  if (!view) throw invalidField(field, `is no ${words.kind} of the installation's organization.`);
  if (!install) throw forbidden(`Your role doesn't let you install integrations on this ${words.kind}.`);
}

/** As it is shown. @throws when it isn't there */
async function foundThere(read: Read, { kind }: Words, { installation }: InstallationThing, id: string) {
  const found = await findContentInstallation(read, kind, installation, id);
  if (found === undefined) throw new Error("What was installed isn't there.");
  return found;
}

const installOnOne = (words: Words) =>
  op({
    method: "POST",
    url: all(words),
    operationId: `installIntegrationOn${words.Name}`,
    call: `installations.${words.kind}s.add`,
    summary: `Install an integration on a ${words.kind}`,
    description: `Only for integrations that can be installed on a ${words.kind}, or everywhere.`,
    scopes: ["integration:installation:update"],
    access: holding("The installation", loadInstallation, "install"),
    shapes: {
      params: schema.InstallationParams,
      query: schema.ExtendedQuery,
      body: words.kind === "space" ? schema.InstallOnSpace : schema.InstallOnSite,
    },
    answers: { 201: words.answer },
    tagged: true,
    handler: async ({ deps, identity, thing, query, body, change }) => {
      const call = { deps, identity };
      const id = "space" in body ? body.space : body.siteId;
      await requireInstallable(call, words, thing, id);
      const extended = query.extended === true;
      const { organization_id } = thing.installation;
      const content = extended
        ? await contentFor(call, organization_id, {
            space_id: words.kind === "space" ? id : null,
            site_id: words.kind === "site" ? id : null,
          })
        : undefined;
      return change(async ({ tx, now, newId, trace }) => {
        const row = await installOn(tx, placeOf(words, thing, id), { now, newId, by: identity.userId });
        await trace({
          action: `installation.${words.kind}.add`,
          ...targetOf(words, thing, id),
          after: { [words.kind]: id },
        });
        const full = await foundThere(tx, words, thing, id);
        return created(presentContentInstallation(full, deps, content), row.version);
      });
    },
  });

/** The one that the path names, as it is shown. */
async function showOne(call: Asker, { content }: ContentInstallationThing, extended: boolean | undefined) {
  const [body] = await shown(call, [content], extended);
  return body;
}

const getOne = (words: Words) =>
  op({
    method: "GET",
    url: one(words),
    operationId: `getIntegration${words.Name}Installation`,
    call: `installations.${words.kind}s.get`,
    summary: `Get an installation on a ${words.kind}`,
    description: `With its configuration there. \`extended\` shows the ${words.kind} itself, where you see it.`,
    scopes: ["installation", "integration:installation:read"],
    access: holding(noun(words), loadContentInstallation(words.kind), "view"),
    shapes: { params: words.params, query: schema.ExtendedQuery },
    answers: { 200: words.answer },
    tagged: true,
    handler: async ({ deps, identity, thing, query }) =>
      ok(await showOne({ deps, identity }, thing, query.extended), thing.content.version),
  });

const updateOne = (words: Words) =>
  op({
    method: "PATCH",
    url: one(words),
    operationId: `updateIntegration${words.Name}Installation`,
    call: `installations.${words.kind}s.update`,
    summary: `Change an installation on a ${words.kind}`,
    description: `\`configuration\` is checked against what the integration declares for a ${words.kind}.`,
    scopes: ["installation", "integration:installation:update"],
    access: holding(noun(words), loadContentInstallation(words.kind), "install"),
    shapes: { params: words.params, query: schema.ExtendedQuery, body: schema.UpdateContentInstallation },
    answers: { 200: words.answer },
    tagged: true,
    handler: async ({ deps, identity, thing, query, body, change }) => {
      const id = thing.content.space_id ?? thing.content.site_id ?? "";
      const byItself = identity.installation !== undefined;
      const organization = thing.installation.organization_id;
      const content =
        query.extended === true
          ? await contentFor({ deps, identity }, organization, thing.content)
          : undefined;
      return change(async ({ tx, now, newId, trace }) => {
        const depth = identity.installation?.depth;
        const making = { now, newId, by: identity.userId, byItself, depth };
        const row = await patchInstallationOn(tx, placeOf(words, thing, id), body, making);
        const after = { [words.kind]: id, status: row.status, fields: Object.keys(body) };
        await trace({ action: `installation.${words.kind}.update`, ...targetOf(words, thing, id), after });
        return ok(presentContentInstallation({ ...thing.content, ...row }, deps, content), row.version);
      });
    },
  });

const removeOne = (words: Words) =>
  op({
    method: "DELETE",
    url: one(words),
    operationId: `uninstallIntegrationFrom${words.Name}`,
    call: `installations.${words.kind}s.remove`,
    summary: `Uninstall an integration from a ${words.kind}`,
    description: "The installation in the organization stays.",
    scopes: ["integration:installation:update"],
    access: holding(noun(words), loadContentInstallation(words.kind), "install"),
    shapes: { params: words.params },
    answers: { 204: null },
    handler: ({ identity, thing, change }) => {
      const id = thing.content.space_id ?? thing.content.site_id ?? "";
      return change(async ({ tx, now, newId, trace }) => {
        await uninstallFrom(tx, placeOf(words, thing, id), { now, newId, by: identity.userId });
        const before = { [words.kind]: id };
        await trace({ action: `installation.${words.kind}.remove`, ...targetOf(words, thing, id), before });
        return empty(204);
      });
    },
  });

const operationsFor = (words: Words) =>
  chapter("Installations", [
    listEverywhere(words),
    listOne(words),
    installOnOne(words),
    getOne(words),
    updateOne(words),
    removeOne(words),
  ]);

export const spaceInstallationOperations = operationsFor({
  kind: "space",
  Name: "Space",
  answer: schema.SpaceInstallation,
  params: schema.SpaceParams,
});

export const siteInstallationOperations = operationsFor({
  kind: "site",
  Name: "Site",
  answer: schema.SiteInstallation,
  params: schema.SiteParams,
});
