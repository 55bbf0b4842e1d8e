import type { PresentedShape } from "../../../http/operation.ts";
import type { PublishingAuth } from "./schema.ts";
import type { Row } from "../../../db/schema.ts";
import { given } from "../../../http/shapes.ts";
import type { Secrets } from "../../../ports/secrets.ts";
import { openKey } from "./key.ts";

/** How a site signs visitors in, for those who run its backend. */
export function presentAuth(row: Row<"site_auth">, secrets: Secrets): PresentedShape<typeof PublishingAuth> {
  return {
    object: "publishing-auth" as const,
    backend: row.backend,
    privateKey: openKey(secrets, row.site_id, row.sealed),
    ...given("fallbackURL", row.fallback_url),
  };
}
