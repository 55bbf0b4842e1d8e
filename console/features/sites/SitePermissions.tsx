/** Who may change a site, and why. */
import { site as siteOf } from "../../api/queries.ts";
import type { RouteParams } from "../../routes.ts";
import { ofSite } from "../permissions/content.ts";
import { Permissions } from "../permissions/Permissions.tsx";
import { SiteArea } from "./SiteArea.tsx";

export default function SitePermissions({ organization, site }: RouteParams<"sitePermissions">) {
  return (
    <SiteArea organization={organization} site={site} tab="sitePermissions">
      {({ site: it }) => (
        <Permissions
          organization={organization}
          thing={it}
          queryKey={siteOf(organization, site).queryKey}
          on={ofSite(organization, site)}
        />
      )}
    </SiteArea>
  );
}
