import type { Row } from "../../db/schema.ts";
import type { Addresses } from "../../deps.ts";
import { given } from "../../http/shapes.ts";

/** What of a user is shown. */
export type ShownUser = Pick<Row<"users">, "id" | "display_name" | "email" | "photo_url">;

/** A user as others see them: the address too, as everybody who gets this far shares an organization with them. */
export function presentUser(user: ShownUser, addresses: Addresses) {
  return {
    object: "user",
    id: user.id,
    displayName: user.display_name,
    email: user.email,
    ...given("photoURL", user.photo_url),
    urls: { location: `${addresses.app}/v1/users/${user.id}` },
  };
}
