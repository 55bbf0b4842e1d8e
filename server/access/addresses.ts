/** Which organization has a space or a collection that is addressed by its id alone. */
import {
  type Params,
  prepared,
  preparedInsert,
  preparedWrite,
  type Read,
  type Write,
} from "../db/database.ts";
import type { SpaceKey } from "../db/schema.ts";
import { openKept } from "../memory/kept.ts";

const organizationOf = prepared((read, p: Params<{ id: string }>) =>
  read.selectFrom("addresses").select("organization_id").where("id", "=", p("id")),
);
const put = preparedInsert("addresses", ["organization_id", "id"]);
const move = preparedWrite((tx, p: Params<{ ids: readonly string[]; to: string }>) =>
  tx
    .updateTable("addresses")
    .set({ organization_id: p("to") })
    .where("id", "in", p.list("ids")),
);

/** Notes who has a new space or collection: call it in the transaction that makes it. */
export async function putAddress(tx: Write, { organization_id, id }: SpaceKey): Promise<void> {
  await put.run(tx, { organization_id, id });
}

/** Notes that spaces and collections go to another organization, in the transaction that hands them over. */
export async function moveAddresses(tx: Write, ids: readonly string[], to: string): Promise<void> {
  await move.run(tx, { ids, to });
}

/** Forgets a space or a collection that goes for good; what is found by its bare id alone goes with it. */
export async function removeAddress(tx: Write, id: string): Promise<void> {
  await tx.deleteFrom("addresses").where("id", "=", id).execute();
}

/** Reads a row by its whole key. */
type RowLoad<R> = (key: SpaceKey) => Promise<R | undefined>;

/**
 * The space or collection of a bare id, inside a transaction or where few ask.
 * @param tried an organization that was found not to have it
 */
export async function loadAt<R>(
  read: Read,
  id: string,
  load: RowLoad<R>,
  tried?: string,
): Promise<R | undefined> {
  // It may be handed over between the two reads: an address that stays the same is the end of it.
  for (let before = tried; ;) {
    const organization_id = (await organizationOf.first(read, { id }))?.organization_id;
    if (organization_id === undefined || organization_id === before) return undefined;
    const row = await load({ organization_id, id });
    if (row !== undefined) return row;
    before = organization_id;
  }
}

/** The whole key of the space or collection of a bare id. */
export function findAddress(read: Read, id: string): Promise<SpaceKey | undefined> {
  return loadAt(read, id, (key) => Promise.resolve(key));
}

/** Addresses that are remembered. */
export interface AddressBook {
  /**
   * The same for what most requests begin with: an address that is remembered costs no statement. It is proved by the
   * row that is there under it, so that nobody is given what another organization has meanwhile.
   */
  find<R extends { readonly organization_id: string }>(
    read: Read,
    id: string,
    load: RowLoad<R>,
  ): Promise<R | undefined>;
}

/** What an address takes in memory. */
const ADDRESS_BYTES = 64;

export function openAddressBook(): AddressBook {
  const remembered = openKept<string>("addresses", { bytesOf: ADDRESS_BYTES });
  return {
    async find(read, id, load) {
      const organization_id = remembered.get(id);
      const known = organization_id === undefined ? undefined : await load({ organization_id, id });
      if (known !== undefined) return known;
      remembered.delete(id);
      const row = await loadAt(read, id, load, organization_id);
      if (row !== undefined) remembered.set(id, row.organization_id);
      return row;
    },
  };
}
