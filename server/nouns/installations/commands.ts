import { lockOrganization } from "../../access/intern.ts";
import type { Write } from "../../db/database.ts";
import type { InstallationStatus, Row } from "../../db/schema.ts";
import { wordList, wordsOf } from "../../db/wordList.ts";
import { conflict, invalid, invalidField, notFound } from "../../http/errors.ts";
import { hashToken } from "../../ports/tokens.ts";
import {
  type Configuration,
  configurationProblems,
  type DeclaredConfiguration,
  isComplete,
  type ConfigurationLevel,
} from "../integrations/configuration.ts";
import { detailsOf } from "../integrations/present.ts";
import { listen, listenAgain, stopListening, tell } from "./events.ts";
import type { InstallationKey } from "./queries.ts";

/** How long the token of an installation works, in milliseconds. */
export const TOKEN_MS = 3_600_000;

/** The instant and the ids of a change, and who makes it. */
export interface InstallationAuthor {
  readonly now: number;
  readonly newId: () => string;
  readonly by: string;
  /** How many scripts stand behind it; none unless said. */
  readonly depth?: number | undefined;
}

/** What an integration declares for one level. */
export function declaredFor(
  integration: Pick<Row<"integrations">, "details">,
  level: ConfigurationLevel,
): DeclaredConfiguration | undefined {
  return detailsOf(integration).configurations[level];
}

/**
 * Installs an integration in an organization. Where it is installed, whoever does so answers for it from then on and grants
 * it what it asks for now; all else of the installation stays.
 * @param seen where it goes, and the version whose scopes and hosts were accepted, if that is said
 * @throws 404 when it was unpublished; 409 when it has all that it asks for, or another version is published
 */
export async function install(
  tx: Write,
  integration: Row<"integrations">,
  { organization, version }: { readonly organization: string; readonly version?: number | undefined },
  making: InstallationAuthor,
): Promise<{ readonly row: Row<"installations">; readonly isNew: boolean }> {
  const { now, newId, by } = making;
  await lockOrganization(tx, organization);
  const current = await tx
    .selectFrom("integrations")
    .selectAll()
    .where("id", "=", integration.id)
    .forShare()
    .executeTakeFirst();
  if (current === undefined) throw notFound("The integration");
  if (version !== undefined && version !== current.version) {
    throw conflict(
      "integration-changed",
      "The integration was published anew since you looked: it may ask for more. Look at it again before you install it.",
    );
  }
  const existing = await tx
    .selectFrom("installations")
    .select(["id", "organization_id"])
    .where("integration_id", "=", integration.id)
    .where("organization_id", "=", organization)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (existing !== undefined) return { row: await grant(tx, current, existing, making), isNew: false };
  const selection = current.target === "organization" ? "all" : "selected";
  const row = await tx
    .insertInto("installations")
    .values({
      id: newId(),
      integration_id: integration.id,
      organization_id: organization,
      owner_id: by,
      status: statusFor(declaredFor(current, "account"), {}),
      ...askedBy(current),
      space_selection: selection,
      site_selection: selection,
      configuration: "{}",
      external_ids: "",
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await listen(tx, row, now);
  const data = { installationId: row.id, status: row.status };
  await tell(tx, row, { type: "installation_setup", data }, making);
  return { row, isNew: true };
}

/** What an integration asks for that is granted by installing it: scopes, and hosts that its scripts on pages load from. */
const askedBy = (integration: Row<"integrations">) => ({
  scopes: integration.scopes,
  policy: detailsOf(integration).contentSecurityPolicy ?? null,
});

/** @throws 409 when nothing is asked for that isn't granted */
async function grant(
  tx: Write,
  integration: Row<"integrations">,
  installation: InstallationKey,
  making: InstallationAuthor,
): Promise<Row<"installations">> {
  const before = await lockInstallation(tx, installation);
  const asked = askedBy(integration);
  if (asked.scopes === before.scopes && asked.policy === before.policy)
    throw conflict(
      "already-installed",
      `The integration is installed in this organization as ${before.id}, with all that it asks for now.`,
    );
  const configuration = JSON.parse(before.configuration) as Configuration;
  const row = await tx
    .updateTable("installations")
    .set({
      ...asked,
      status: statusFor(declaredFor(integration, "account"), configuration),
      owner_id: making.by,
      updated_at: making.now,
      version: before.version + 1,
    })
    .where("organization_id", "=", before.organization_id)
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await listenAgain(tx, row, { now: making.now, wakes: true });
  return row;
}

/** Whether a configuration is all that it takes. */
export function statusFor(
  declared: DeclaredConfiguration | undefined,
  configuration: Configuration,
): InstallationStatus {
  return isComplete(declared, configuration) ? "active" : "pending";
}

interface InstallationFields {
  readonly configuration?: Configuration | undefined;
  readonly externalIds?: readonly string[] | undefined;
  readonly space_selection?: "all" | "selected" | undefined;
  readonly site_selection?: "all" | "selected" | undefined;
}

/** @throws 400 unless the configuration fits what is declared */
export function requireFitting(
  declared: DeclaredConfiguration | undefined,
  configuration: Configuration | undefined,
  byItself: boolean,
): void {
  if (configuration === undefined) return;
  const problems = configurationProblems(declared, configuration, byItself);
  if (problems.length > 0) throw invalid(`${problems[0]?.path}: ${problems[0]?.message}`, problems);
}

/** @throws 400 for a selection that what the integration can be installed on rules out */
function requireSelectable(target: string, fields: InstallationFields): void {
  for (const kind of ["space", "site"] as const) {
    const field = `${kind}_selection` as const;
    const given = fields[field];
    if (given === undefined) continue;
    const fits = given === "all" ? target !== other(kind) : target !== "organization";
    if (!fits) throw invalidField(`/${field}`, `can't be "${given}": the integration is for a ${target}.`);
  }
}

const other = (kind: "space" | "site"): string => (kind === "space" ? "site" : "space");

/**
 * Changes an installation. A person who does answers for it from then on, and it is told of events again; the
 * installation itself changes neither.
 * @throws 400 as above; 404 when it is gone
 */
export async function patchInstallation(
  tx: Write,
  { integration, installation }: { integration: Row<"integrations">; installation: InstallationKey },
  fields: InstallationFields,
  making: InstallationAuthor & { readonly byItself: boolean },
): Promise<Row<"installations">> {
  const before = await lockInstallation(tx, installation);
  const declared = declaredFor(integration, "account");
  requireFitting(declared, fields.configuration, making.byItself);
  requireSelectable(integration.target, fields);
  const { configuration, externalIds, space_selection, site_selection } = fields;
  const now = configuration ?? (JSON.parse(before.configuration) as Configuration);
  const row = await tx
    .updateTable("installations")
    .set({
      configuration: JSON.stringify(now),
      status: statusFor(declared, now),
      ...(externalIds === undefined ? {} : { external_ids: wordList(externalIds) }),
      ...(space_selection === undefined ? {} : { space_selection }),
      ...(site_selection === undefined ? {} : { site_selection }),
      ...(making.byItself ? {} : { owner_id: making.by }),
      updated_at: making.now,
      version: before.version + 1,
    })
    .where("organization_id", "=", before.organization_id)
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await listenAgain(tx, row, { now: making.now, wakes: !making.byItself });
  if (configuration !== undefined) {
    const previous = { status: before.status, configuration: JSON.parse(before.configuration) as unknown };
    const data = { installationId: row.id, status: row.status, previous };
    await tell(tx, row, { type: "installation_setup", data }, making);
  }
  return row;
}

export async function lockInstallation(
  tx: Write,
  { organization_id, id }: InstallationKey,
): Promise<Row<"installations">> {
  const row = await tx
    .selectFrom("installations")
    .selectAll()
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw notFound("The installation");
  return row;
}

/** Ends an installation with its tokens; the last that it is told is that. @throws 404 when it is gone */
export async function uninstall(
  tx: Write,
  installation: InstallationKey,
  making: InstallationAuthor,
): Promise<void> {
  const row = await lockInstallation(tx, installation);
  const { organization_id, id } = row;
  await tx
    .updateTable("installations")
    .set({ deleted_at: making.now, version: row.version + 1 })
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .execute();
  for (const table of ["content_installations", "installation_tokens"] as const)
    await tx
      .deleteFrom(table)
      .where("organization_id", "=", organization_id)
      .where("installation_id", "=", id)
      .execute();
  await stopListening(tx, row, making.now);
  const previous = { configuration: JSON.parse(row.configuration) as unknown };
  await tell(tx, row, { type: "installation_deleted", data: { installationId: id, previous } }, making);
}

interface NewInstallationToken {
  readonly id: string;
  readonly installation: InstallationKey;
  readonly secret: string;
  readonly now: number;
  /** Of what follows from what is written with it; see `outbox.depth`. */
  readonly depth?: number;
}

/** Keeps a token of an installation by its hash. */
export async function keepInstallationToken(
  tx: Write,
  { id, installation, secret, now, depth = 0 }: NewInstallationToken,
): Promise<void> {
  await tx
    .insertInto("installation_tokens")
    .values({
      organization_id: installation.organization_id,
      id,
      installation_id: installation.id,
      hash: hashToken(secret),
      created_at: now,
      expires_at: now + TOKEN_MS,
      depth,
    })
    .execute();
}

/** The scopes that were granted. */
export const grantedScopes = ({ scopes }: Pick<Row<"installations">, "scopes">): string[] => wordsOf(scopes);
