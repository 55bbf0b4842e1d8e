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
