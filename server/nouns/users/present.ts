import type { PresentedShape } from "../../http/operation.ts";
import type { User } from "./schema.ts";
import type { Row } from "../../db/schema.ts";
import type { Addresses } from "../../deps.ts";
import type { Member } from "../../access/policy.ts";
import { organizationRights } from "../../access/table.ts";
import { given } from "../../http/shapes.ts";

/** What of a user is shown. */
export type ShownUser = Pick<Row<"users">, "id" | "display_name" | "email" | "photo_url">;

/** Where a picture is: those that were uploaded are on the editor's origin, whatever that is called today. */
function photoAddress(url: string | null, { app }: Addresses): string | null {
  return url?.startsWith("/") ? `${app}${url}` : url;
}

/** Who is shown somebody, as a member of the organization that they meet in. */
export type Beholder = Pick<Member, "userId" | "role">;

/** The same user, without the address for who may not list the members: guests see none but their own. */
export function seenBy<U extends ShownUser>({ userId, role }: Beholder, user: U): U {
  return organizationRights(role).listMembers || user.id === userId ? user : { ...user, email: "" };
}

/** A user as others see them: with the address, unless `seenBy` has taken it away. */
export function presentUser(user: ShownUser, addresses: Addresses): PresentedShape<typeof User> {
  return {
    object: "user",
    id: user.id,
    displayName: user.display_name,
    // Former members have none.
    ...given("email", user.email || null),
    ...given("photoURL", photoAddress(user.photo_url, addresses)),
    urls: { location: `${addresses.app}/v1/users/${user.id}` },
  };
}
