/** Where published sites are, and where the settings put them at the next start. */
import type { Read } from "../db/database.ts";
import type { Settings } from "../env.ts";
import { changedAddresses } from "../nouns/sites/site/origin.ts";
import { placeOf } from "../site/reading/place.ts";
import { hostingOf } from "../site/reading/servedPlace.ts";
import { addressesBeside } from "./beside.ts";
import { amount } from "./console.ts";
import { type Finding, warning } from "./finding.ts";

/** What the settings change about the addresses that readers know. */
export async function siteAddressFindings(settings: Settings, read: Read): Promise<Finding[]> {
  const found = await sharedOrigin(settings, read);
  const addresses = await addressesBeside(settings);
  const changed = await changedAddresses(read, addresses);
  if (changed === undefined) return found;
  const { count, from, to } = changed;
  const { host, pathname } = new URL(from);
  const after =
    placeOf(hostingOf(addresses), host, pathname).kind === "former"
      ? "The old addresses redirect there as long as their host leads to Lectern."
      : "The old addresses will stop working: keep the settings, or tell your readers.";
  return [
    ...found,
    warning(
      "Site addresses",
      `The next start changes the address of ${amount(count, "site")}. ${after} An example: ${from} to ${to}`,
    ),
  ];
}

async function sharedOrigin({ sitesDomain, trustHostnames }: Settings, read: Read): Promise<Finding[]> {
  // Who takes hostnames without a proof has said that everybody trusts each other.
  if (sitesDomain !== undefined || trustHostnames) return [];
  const some = await read
    .selectFrom("organizations")
    .select("id")
    .where("ended_at", "is", null)
    .limit(2)
    .execute();
  if (some.length < 2) return [];
  return [
    warning(
      "LECTERN_SITES_DOMAIN",
      "It is not set, so the sites of all organizations share an origin. Set it if the organizations don't trust each other: the old addresses then redirect to the new ones.",
    ),
  ];
}
