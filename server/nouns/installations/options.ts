/**
 * Choices of a field that are not in it: the integration says at which of its own addresses it answers with them. Its
 * script is asked as if a request had come there; no address of anybody else is ever fetched.
 */
import { isFields, type KitFields } from "../../../engine/markdown/html/contentKitFields.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { invalidField, unavailable } from "../../http/errors.ts";
import { ScriptFailure } from "../../ports/scripts/failure.ts";
import { endpointOf } from "../integrations/origin.ts";
import { answeredJson } from "./answeredJson.ts";
import { askScript, type ScriptReply } from "./ask.ts";
import type { ComponentPlace } from "./component.ts";
import { findPlaceOf } from "./contentQueries.ts";
import type { standingIn } from "./componentPlace.ts";

/** Bytes of an answer, and choices and characters of one, that are taken. */
const LARGEST = 256_000;
const MOST = 1_000;
const LONGEST_ID = 1_000;
const LONGEST_LABEL = 200;
export const LONGEST_ADDRESS = 4_096;

/**
 * Says where the field stands, and so what who asks may do there. Anybody can send the rest to the same address: headers
 * of such names alone are withheld from scripts there.
 */
const CONTEXT_HEADER = "lectern-context";

interface OptionsQuestion {
  /** Below one at which the integration answers for the place. */
  readonly address: string;
  /** What their labels are to contain. */
  readonly find: string;
  /** What who asks may do. */
  readonly context: ReturnType<typeof standingIn>;
}

export interface Option {
  readonly id: string;
  readonly label: string;
}

export interface Options {
  readonly items: readonly Option[];
  /** What is chosen, where the integration says how that is called. */
  readonly selected: readonly Option[];
  /** Where more of them are, to be asked for in the same way. */
  readonly nextPage?: string;
}

/**
 * Asks for choices.
 * @throws 400 for an address of anybody else, 503 where the script gives none
 */
export async function askOptions(
  deps: Deps,
  integration: Row<"integrations">,
  place: ComponentPlace,
  { address, find, context }: OptionsQuestion,
): Promise<Options> {
  const spots = await spotsOf(deps, integration, place);
  const spot = answeringAt(spots, address);
  if (spot === undefined)
    throw invalidField(
      "/address",
      "is none at which the integration answers here. Have it answer the choices.",
    );
  if (find !== "") spot.url.searchParams.set("q", find);
  const reply = await ask(deps, integration, spot, context);
  const output = reply.status === 200 ? answeredJson(reply.body, LARGEST) : undefined;
  const items = Array.isArray(output) ? output : isFields(output) ? output["items"] : undefined;
  if (!Array.isArray(items)) throw unavailable("The integration gave no choices.");
  // Who answers with a list has no search of its own.
  const isFound = ({ label }: Option) => label.toLowerCase().includes(find.toLowerCase());
  const known = items.flatMap(optionOf);
  const more = isFields(output) ? output : {};
  const nextPage = addressOf(more, spot.url);
  const hasNext = nextPage !== undefined && answeringAt(spots, nextPage) !== undefined;
  return {
    items: (Array.isArray(output) ? known.filter(isFound) : known).slice(0, MOST),
    selected: [more["selected"]].flat().slice(0, MOST).flatMap(optionOf),
    // What nobody would be asked at is no reason to lose what was answered.
    ...(hasNext && { nextPage }),
  };
}

/** For what an address of the integration is: for all, for the installation, or for what is configured. */
interface Spot {
  readonly url: URL;
  readonly installation: ComponentPlace["installation"] | undefined;
  readonly space?: string | undefined;
  readonly site?: string | undefined;
}

/** Where an integration answers for a place, each by its address. */
async function spotsOf(
  { db, addresses }: Deps,
  { id: integration }: Row<"integrations">,
  { installation, space, site }: ComponentPlace,
): Promise<Spot[]> {
  const spots: Omit<Spot, "url">[] = [{ installation: undefined }, { installation }];
  const [kind, content] = space === undefined ? (["site", site] as const) : (["space", space] as const);
  if (content !== undefined && (await findPlaceOf(db.read, kind, installation, content)))
    spots.push({ installation, space, site });
  return spots.map((spot) => {
    const of = { ...spot, integration, installation: spot.installation?.id };
    return { ...spot, url: new URL(endpointOf(addresses, of)) };
  });
}

/** Which of them an address is below, with the address. */
function answeringAt(spots: readonly Spot[], address: string): Spot | undefined {
  for (const spot of spots) {
    const base = spot.url;
    // An address of ContentKit has a host and a path, and no protocol.
    if (!URL.canParse(address, base.href)) return undefined;
    const { host, pathname, search } = new URL(address, base);
    if (host !== base.host) continue;
    if (pathname !== base.pathname && !pathname.startsWith(`${base.pathname}/`)) continue;
    return { ...spot, url: new URL(pathname + search, base) };
  }
  return undefined;
}

async function ask(
  deps: Deps,
  integration: Row<"integrations">,
  { url, installation, space, site }: Spot,
  context: OptionsQuestion["context"],
): Promise<ScriptReply> {
  const about = {
    ...(installation !== undefined && { installationId: installation.id }),
    ...(space !== undefined && { spaceId: space }),
    ...(site !== undefined && { siteId: site }),
  };
  // Who may install it in one organization is anybody to what it does for all.
  const from = installation !== undefined && { [CONTEXT_HEADER]: context };
  const request = { method: "get", headers: { accept: "application/json", ...from } };
  const event = { type: "fetch", ...about, request: { ...request, url: url.href } };
  // What fields hold is in the query.
  const noted = { ...about, request: { ...request, headers: {}, url: url.origin + url.pathname } };
  try {
    return await askScript(deps, integration, { event, noted }, { installation, space, site, depth: 1 });
  } catch (error) {
    if (error instanceof ScriptFailure) throw unavailable(error.message);
    throw error;
  }
}

/** As fields have them, and as properties to be completed do. */
function optionOf(value: unknown): Option[] {
  const { id, label }: KitFields =
    typeof value === "string"
      ? { id: value, label: value }
      : isFields(value)
        ? { id: value["id"] ?? value["value"], label: value["label"] }
        : {};
  // One that is cut would be another.
  if (typeof id !== "string" || id === "" || id.length > LONGEST_ID) return [];
  return [{ id, label: typeof label === "string" && label !== "" ? label.slice(0, LONGEST_LABEL) : id }];
}

function addressOf({ nextPage }: KitFields, from: URL): string | undefined {
  if (typeof nextPage !== "string" || nextPage === "" || !URL.canParse(nextPage, from.href)) return undefined;
  const { href } = new URL(nextPage, from);
  return href.length > LONGEST_ADDRESS ? undefined : href;
}
