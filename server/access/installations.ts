/** How far the token of an installation reaches: its own organization, and the spaces and sites chosen for it there. */
import { type Params, prepared, type Read } from "../db/database.ts";
import type { CallingInstallation } from "./identity.ts";

/** What a path names. */
export type PathNames = Readonly<Record<string, string>>;

const installationById = prepared((read, p: Params<{ organization: string; id: string }>) =>
  read
    .selectFrom("installations")
    .select(["space_selection", "site_selection"])
    .where("organization_id", "=", p("organization"))
    .where("id", "=", p("id"))
    .where("deleted_at", "is", null),
);
type Content = Params<{ organization: string; installation: string; content: string }>;
const contentOf = prepared((read, p: Content) =>
  read
    .selectFrom("content_installations")
    .select("id")
    .where("organization_id", "=", p("organization"))
    .where("installation_id", "=", p("installation"))
    .where((eb) => eb.or([eb("space_id", "=", p("content")), eb("site_id", "=", p("content"))])),
);
const spaceIn = prepared((read, p: Params<{ id: string; organization: string }>) =>
  read
    .selectFrom("spaces")
    .select("id")
    .where("id", "=", p("id"))
    .where("organization_id", "=", p("organization")),
);

/**
 * What an integration that is installed on a space declares, by its name, be it that it does nothing now.
 */
export const installedOnSpace = prepared(
  (read, p: Params<{ organization: string; space: string; name: string }>) =>
    read
      .selectFrom("installations")
      .innerJoin("integrations", "integrations.id", "installations.integration_id")
      .leftJoin("content_installations", (on) =>
        on
          .onRef("content_installations.organization_id", "=", "installations.organization_id")
          .onRef("content_installations.installation_id", "=", "installations.id")
          .on("content_installations.space_id", "=", p("space")),
      )
      .select("integrations.details")
      .where("installations.organization_id", "=", p("organization"))
      .where("integrations.name", "=", p("name"))
      .where("installations.deleted_at", "is", null)
      .where((eb) =>
        eb.or([
          eb("installations.space_selection", "=", "all"),
          eb("content_installations.id", "is not", null),
        ]),
      ),
);

/** Whether everything that a path names lies within an installation. Who set it up may reach further. */
export async function isWithin(
  read: Read,
  { id, organization }: CallingInstallation,
  named: PathNames,
): Promise<boolean> {
  const { organizationId, spaceId, siteId, installationId } = named;
  if (organizationId !== undefined && organizationId !== organization) return false;
  if (installationId !== undefined && installationId !== id) return false;
  const installation = await installationById.first(read, { organization, id });
  if (installation === undefined) return false;
  // A site is read together with its organization, whose id is compared above; a space has none in its address.
  if (spaceId !== undefined && (await spaceIn.first(read, { id: spaceId, organization })) === undefined)
    return false;
  for (const [content, selection] of [
    [spaceId, installation.space_selection],
    [siteId, installation.site_selection],
  ] as const) {
    if (content === undefined || selection === "all") continue;
    if ((await contentOf.first(read, { organization, installation: id, content })) === undefined)
      return false;
  }
  return true;
}
