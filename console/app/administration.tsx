/** The screens on which an organization is administrated, each loaded when it is first opened. */
import { type ComponentType, lazy, Suspense } from "react";
import { Route } from "wouter";
import { ROUTES, type RouteName, type RouteParams } from "../routes.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Frame } from "./Frame.tsx";

type Screen<Name extends RouteName> = ComponentType<RouteParams<Name>>;

/** The route of a screen. Another thing at the same kind of address is another screen: nothing typed goes along. */
export function screen<Name extends RouteName>(
  name: Name,
  load: () => Promise<{ readonly default: Screen<Name> }>,
) {
  const Loaded = lazy(load) as unknown as ComponentType<Readonly<Record<string, string>>>;
  return (
    <Route key={name} path={ROUTES[name]}>
      {(params) => (
        <Suspense fallback={<Waiting organization={(params as Record<string, string>)["organization"]} />}>
          <Loaded key={Object.values(params).join("/")} {...(params as Record<string, string>)} />
        </Suspense>
      )}
    </Route>
  );
}

function Waiting({ organization }: { readonly organization: string | undefined }) {
  return (
    <Frame title="" trail={[]} organization={organization}>
      <div className="column">
        <Skeleton />
      </div>
    </Frame>
  );
}

export const administration = [
  screen("inbox", () => import("../features/inbox/Inbox.tsx")),
  screen("members", () => import("../features/people/Members.tsx")),
  screen("teams", () => import("../features/people/Teams.tsx")),
  screen("team", () => import("../features/people/TeamScreen.tsx")),
  screen("invites", () => import("../features/people/Invites.tsx")),
  screen("singleSignOn", () => import("../features/people/SingleSignOn.tsx")),
  screen("webhooks", () => import("../features/webhooks/Webhooks.tsx")),
  screen("webhook", () => import("../features/webhooks/WebhookScreen.tsx")),
  screen("specs", () => import("../features/specs/Specs.tsx")),
  screen("spec", () => import("../features/specs/SpecScreen.tsx")),
  screen("integrations", () => import("../features/integrations/Integrations.tsx")),
  screen("integration", () => import("../features/integrations/IntegrationScreen.tsx")),
  screen("audit", () => import("../features/audit/AuditLog.tsx")),
  screen("spaceSettings", () => import("../features/settings/SpaceSettings.tsx")),
  screen("spacePermissions", () => import("../features/permissions/SpacePermissions.tsx")),
  screen("collectionPermissions", () => import("../features/permissions/CollectionPermissions.tsx")),
  screen("organizationSettings", () => import("../features/settings/OrganizationSettings.tsx")),
];
