import type { Row } from "../../db/schema.ts";
import type { Addresses } from "../../deps.ts";
import { given } from "../../http/shapes.ts";

/** A user as others see them: the address too, as everybody who gets this far shares an organization with them. */
export function presentUser(user: Row<"users">, addresses: Addresses) {
  return {
    object: "user",
    id: user.id,
    displayName: user.display_name,
    email: user.email,
    ...given("photoURL", user.photo_url),
    urls: { location: `${addresses.app}/v1/users/${user.id}` },
  };
}
