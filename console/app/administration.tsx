/** The screens on which an organization is administrated, each loaded when it is first opened. */
import { screen } from "./screen.tsx";

export const administration = [
  screen("inbox", () => import("../features/inbox/Inbox.tsx")),
  screen("sites", () => import("../features/sites/Sites.tsx")),
  screen("site", () => import("../features/sites/SiteScreen.tsx")),
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
  screen("translations", () => import("../features/translations/Translations.tsx")),
  screen("translation", () => import("../features/translations/TranslationScreen.tsx")),
  screen("spaceTranslation", () => import("../features/translations/SpaceTranslation.tsx")),
  screen("audit", () => import("../features/audit/AuditLog.tsx")),
  screen("spaceSettings", () => import("../features/settings/SpaceSettings.tsx")),
  screen("spacePermissions", () => import("../features/permissions/SpacePermissions.tsx")),
  screen("spaceGit", () => import("../features/git/SpaceGit.tsx")),
  screen("collectionPermissions", () => import("../features/permissions/CollectionPermissions.tsx")),
  screen("organizationSettings", () => import("../features/settings/OrganizationSettings.tsx")),
];
