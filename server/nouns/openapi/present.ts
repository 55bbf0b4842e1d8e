import type { PresentedShape } from "../../http/operation.ts";
import type { OpenAPISpec, OpenAPISpecVersion } from "./schema.ts";
import type { OpenAPISpecRights } from "../../access/table.ts";
import { versionFileAddress } from "../../content/computed/specs.ts";
import type { Row } from "../../db/schema.ts";
import type { Addresses, Deps } from "../../deps.ts";
import { given, timestamp } from "../../http/shapes.ts";

export type SpecRow = Row<"openapi_specs">;
/** A version without its list of pieces, which only the garbage collection reads. */
export type VersionRow = Omit<Row<"openapi_versions">, "pieces">;

function specUrl({ app }: Addresses, { organization_id, slug }: SpecRow): string {
  return `${app}/v1/orgs/${organization_id}/openapi/${slug}`;
}

/** A description with what the caller may do with it. */
export function presentSpec(
  row: SpecRow,
  { view, edit }: OpenAPISpecRights,
  deps: Signing,
): PresentedShape<typeof OpenAPISpec> {
  const location = specUrl(deps.addresses, row);
  const errors = JSON.parse(row.errors) as readonly { readonly message: string }[];
  return {
    object: "openapi-spec" as const,
    id: row.id,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
    slug: row.slug,
    ...given("sourceURL", row.source_url),
    processingState: row.state as "pending" | "progress" | "complete",
    visibility: row.visibility as "private" | "public",
    ...given("lastVersion", row.last_version_id),
    ...given("lastProcessedAt", row.processed_at === null ? null : timestamp(row.processed_at)),
    ...given("lastProcessErrorCode", row.error_code),
    ...(errors.length === 0 ? {} : { lastProcessedErrors: errors }),
    lastProcessedErrorCount: row.error_count,
    permissions: { view, edit },
    urls: {
      location,
      app: `${deps.addresses.app}/o/${row.organization_id}/specs/${row.slug}`,
      ...(row.visibility === "public" ? { published: publishedUrl(deps.addresses, row) } : {}),
    },
  };
}

type Signing = Pick<Deps, "addresses" | "secrets">;

/** Where anybody reads the latest version of a public description. */
export function publishedUrl({ sites }: Addresses, { organization_id, id, slug }: SpecRow): string {
  return `${sites}/~/openapi/${organization_id}/${id}/latest/${slug}`;
}

/** The address of a version's first file: who has it may read it, and nothing else. */
export function versionFileUrl(deps: Signing, spec: SpecRow, version: string): string {
  return versionFileAddress(deps, { organization: spec.organization_id, id: version, slug: spec.slug });
}

export function presentVersion(
  row: VersionRow,
  spec: SpecRow,
  deps: Signing,
): PresentedShape<typeof OpenAPISpecVersion> {
  return {
    object: "openapi-spec-version" as const,
    id: row.id,
    createdAt: timestamp(row.created_at),
    url: versionFileUrl(deps, spec, row.id),
    urls: { location: `${specUrl(deps.addresses, spec)}/versions/${row.id}` },
  };
}
