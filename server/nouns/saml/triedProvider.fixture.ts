/** An organization in whose name somebody has signed in by an identity provider. */
import type { Person, World } from "../../test/harness.ts";

/** Adds a provider, by which a member has come in. */
export async function addTriedProvider(world: World, admin: Person): Promise<void> {
  const { organization: organization_id } = world;
  const { body } = await world.post(`/orgs/${organization_id}/saml`, { label: "Tried" }, admin);
  await world.deps.db.transact(async (tx) => {
    const who = { name_id: "tried@example.com", user_id: admin.id, created_at: 0 };
    await tx
      .insertInto("saml_identities")
      .values({ provider_id: body.id, organization_id, ...who })
      .execute();
  });
}
