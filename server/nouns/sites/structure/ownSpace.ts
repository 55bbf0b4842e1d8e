import type { Identity } from "../../../access/identity.ts";
import type { Deps } from "../../../deps.ts";
import { invalidField } from "../../../http/errors.ts";
import { loadSpace } from "../../spaces/queries.ts";

export interface PublishableSpace {
  readonly id: string;
  readonly title: string;
}

/**
 * A space of the same organization that the caller may administrate: publishing it shows it to others.
 * @param path where the request names it
 * @throws 400 for any other
 */
export async function ownSpace(
  deps: Deps,
  identity: Identity,
  organization: string,
  spaceId: string,
  path: string,
): Promise<PublishableSpace> {
  const found = await loadSpace({ deps, identity, params: { spaceId } });
  if (found === undefined || !found.rights.view || found.space.organization_id !== organization) {
    throw invalidField(path, "is not a space of this organization, or you have no access to it.");
  }
  if (!found.rights.admin) throw invalidField(path, "takes the right to administrate the space.");
  return found.space;
}
