import { space as spaceOf } from "../../api/queries.ts";
import { useNeeded } from "../../api/needed.ts";
import type { RouteParams } from "../../routes.ts";
import { SpaceArea } from "../settings/SpaceArea.tsx";
import { ofSpace } from "./content.ts";
import { Permissions } from "./Permissions.tsx";

/** Who may what in a space, and why. */
export default function SpacePermissions({ space }: RouteParams<"spacePermissions">) {
  const { data: it } = useNeeded(spaceOf(space));
  return (
    <SpaceArea space={it} tab="spacePermissions">
      {(shown) => (
        <Permissions
          organization={shown.organization}
          thing={shown}
          queryKey={spaceOf(space).queryKey}
          on={ofSpace(space)}
        />
      )}
    </SpaceArea>
  );
}
