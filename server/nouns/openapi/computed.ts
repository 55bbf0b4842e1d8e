/** What is made from a description without being kept anywhere: the pages of a reference, and the text of one. */
import { outlineAt, type SpecVersion } from "../../content/computed/specs.ts";
import { openAPISpecRights } from "../../access/table.ts";
import type { Deps } from "../../deps.ts";
import type { Page } from "../../../engine/page.ts";
import type { Outline } from "../../../engine/openapi/pieces.ts";
import type { ReferencePage } from "../../../engine/openapi/reference/pages.ts";
import type { PageBranch } from "../../../engine/tree.ts";
import { invalidField } from "../../http/errors.ts";
import type { Identity } from "../../access/identity.ts";
import { findSpec, findVersion, rightsOfReader } from "./queries.ts";
import type { SourceDependencies } from "./schema.ts";

/** A version of a description, read. */
interface SourceVersion {
  readonly version: SpecVersion;
  readonly outline: Outline;
}

/**
 * The version that a source depends on: the one that is named as its value, or the latest.
 * @throws 400 when the organization has no such description, none that the caller may see, or it has no such version
 */
export async function versionOfSource(
  deps: Deps,
  organization: string,
  identity: Identity,
  { spec }: SourceDependencies,
): Promise<SourceVersion> {
  const slug = spec.ref.spec;
  const reading = await rightsOfReader(deps, identity, organization, slug);
  const member = reading === undefined ? await deps.members.find(organization, identity) : undefined;
  const canView = reading?.view ?? (member !== undefined && openAPISpecRights(member.role).view);
  const found = canView ? await findSpec(deps.db.read, organization, slug) : undefined;
  if (found === undefined)
    throw invalidField(
      "/source/dependencies/spec/ref/spec",
      "names no OpenAPI specification that you may see. List them with listOpenAPISpecs.",
    );
  // Readers of a site see what it shows, which is made of the latest.
  const named = (reading === undefined ? spec.value?.lastVersion : undefined) ?? found.last_version_id;
  const row = named === null ? undefined : await findVersion(deps.db.read, organization, named);
  if (row === undefined || row.spec_id !== found.id)
    throw invalidField(
      "/source/dependencies/spec",
      "has no such version. A specification has one once its source was read: see its processingState.",
    );
  const { id, outline, created_at: createdAt } = row;
  return {
    version: { organization, id, slug, outline, createdAt },
    outline: await outlineAt(deps.content.of(organization), outline),
  };
}

/** Pages as they would stand at the top of a space; their texts are made when they are asked for. */
export function branchesOf(
  pages: readonly ReferencePage[],
  { createdAt }: SpecVersion,
  seed: string,
  above: { readonly id: string | null; readonly path: string } = { id: null, path: "" },
): PageBranch[] {
  return pages.map((made, at) => {
    const path = above.path === "" ? made.slug : `${above.path}/${made.slug}`;
    const page: Page = {
      id: made.id,
      type: "document",
      parent: above.id,
      order: String(at).padStart(6, "0"),
      title: made.title,
      slug: made.slug,
      ...(made.description === undefined ? {} : { description: made.description }),
      ...(made.icon === undefined ? {} : { icon: made.icon }),
      layout: { width: "wide" },
      computed: made.computed,
      computedSeed: seed,
      createdAt,
      updatedAt: createdAt,
    };
    return {
      page,
      path,
      pages: branchesOf(made.pages, { createdAt } as SpecVersion, seed, { id: made.id, path }),
    };
  });
}
