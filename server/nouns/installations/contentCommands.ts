import type { Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { wordList } from "../../db/wordList.ts";
import { conflict, notFound } from "../../http/errors.ts";
import type { Configuration } from "../integrations/configuration.ts";
import {
  declaredFor,
  lockInstallation,
  type InstallationAuthor,
  requireFitting,
  statusFor,
} from "./commands.ts";
import type { Kind } from "./contentQueries.ts";
import { listenAgain, tell } from "./events.ts";
import type { InstallationKey } from "./queries.ts";

/** Where something is installed. */
export interface InstallationPlace {
  readonly integration: Row<"integrations">;
  readonly installation: InstallationKey;
  readonly kind: Kind;
  /** Id of the space or the site. */
  readonly content: string;
}

const columnOf = (kind: Kind) => (kind === "space" ? ("space_id" as const) : ("site_id" as const));

/** Installs on one space or site. @throws 404 when the installation is gone; 409 when it is there, or is for others */
export async function installOn(
  tx: Write,
  place: InstallationPlace,
  making: InstallationAuthor,
): Promise<Row<"content_installations">> {
  const { integration, kind, content } = place;
  if (integration.target !== "all" && integration.target !== kind) {
    throw conflict(
      "other-target",
      `The integration is for a ${integration.target}; it can't be installed on a ${kind}.`,
    );
  }
  const installation = await lockInstallation(tx, place.installation);
  const row = await tx
    .insertInto("content_installations")
    .values({
      organization_id: installation.organization_id,
      id: making.newId(),
      installation_id: installation.id,
      space_id: kind === "space" ? content : null,
      site_id: kind === "site" ? content : null,
      status: statusFor(declaredFor(integration, kind), {}),
      configuration: "{}",
      external_ids: "",
      created_at: making.now,
      updated_at: making.now,
    })
    .onConflict((on) => on.columns(["organization_id", "installation_id", columnOf(kind)]).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) {
    throw conflict("already-installed", `The integration is installed on this ${kind}.`);
  }
  await listenAgain(tx, installation, { now: making.now, wakes: false });
  await tellOf(tx, installation, place, { status: row.status }, making);
  return row;
}

async function tellOf(
  tx: Write,
  installation: Row<"installations">,
  { kind, content }: InstallationPlace,
  what: Readonly<Record<string, unknown>>,
  making: InstallationAuthor,
): Promise<void> {
  const isSetup = "status" in what;
  const type = `${kind}_installation_${isSetup ? "setup" : "deleted"}`;
  await tell(
    tx,
    installation,
    { type, data: { installationId: installation.id, [`${kind}Id`]: content, ...what } },
    making,
  );
}

async function lockContent(
  tx: Write,
  installation: Row<"installations">,
  { kind, content }: InstallationPlace,
) {
  const row = await tx
    .selectFrom("content_installations")
    .selectAll()
    .where("organization_id", "=", installation.organization_id)
    .where("installation_id", "=", installation.id)
    .where(columnOf(kind), "=", content)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw notFound(`The installation on the ${kind}`);
  return row;
}

/** Changes an installation on one space or site. @throws 400 for a configuration that doesn't fit; 404 when it is gone */
export async function patchInstallationOn(
  tx: Write,
  place: InstallationPlace,
  fields: {
    readonly configuration?: Configuration | undefined;
    readonly externalIds?: readonly string[] | undefined;
  },
  making: InstallationAuthor & { readonly byItself: boolean },
): Promise<Row<"content_installations">> {
  const installation = await lockInstallation(tx, place.installation);
  const before = await lockContent(tx, installation, place);
  const declared = declaredFor(place.integration, place.kind);
  requireFitting(declared, fields.configuration, making.byItself);
  const { configuration, externalIds } = fields;
  const now = configuration ?? (JSON.parse(before.configuration) as Configuration);
  const row = await tx
    .updateTable("content_installations")
    .set({
      configuration: JSON.stringify(now),
      status: statusFor(declared, now),
      ...(externalIds === undefined ? {} : { external_ids: wordList(externalIds) }),
      updated_at: making.now,
      version: before.version + 1,
    })
    .where("organization_id", "=", before.organization_id)
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await listenAgain(tx, installation, { now: making.now, wakes: false });
  if (configuration !== undefined) {
    const previous = { status: before.status, configuration: JSON.parse(before.configuration) as unknown };
    await tellOf(tx, installation, place, { status: row.status, previous }, making);
  }
  return row;
}

/** Ends an installation on one space or site. @throws 404 when it is gone */
export async function uninstallFrom(
  tx: Write,
  place: InstallationPlace,
  making: InstallationAuthor,
): Promise<void> {
  const installation = await lockInstallation(tx, place.installation);
  const before = await lockContent(tx, installation, place);
  await tx
    .deleteFrom("content_installations")
    .where("organization_id", "=", before.organization_id)
    .where("id", "=", before.id)
    .execute();
  await listenAgain(tx, installation, { now: making.now, wakes: false });
  const previous = { configuration: JSON.parse(before.configuration) as unknown };
  await tellOf(tx, installation, place, { previous }, making);
}
