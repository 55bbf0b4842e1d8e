/** What a host says is to be done with files of Git LFS: strangers' words, of which only what is understood counts. */
import { Type } from "typebox";
import { Check } from "typebox/value";
import { plainWords } from "./error.ts";

/** Headers that a host may have us send, and characters of them. */
const MOST_HEADERS = 20;
const LONGEST_HEADER = 4096;
const LONGEST_ADDRESS = 8192;

const Action = Type.Object({
  href: Type.String({ maxLength: LONGEST_ADDRESS }),
  header: Type.Optional(
    Type.Record(
      Type.String({ pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$" }),
      Type.String({ pattern: "^[\\t\\x20-\\x7e]*$", maxLength: LONGEST_HEADER }),
      { maxProperties: MOST_HEADERS },
    ),
  ),
});
const Offered = Type.Object({
  actions: Type.Optional(
    Type.Object({
      download: Type.Optional(Action),
      upload: Type.Optional(Action),
      verify: Type.Optional(Action),
    }),
  ),
  error: Type.Optional(Type.Object({ message: Type.Optional(Type.String()) })),
});

/** Something that a host wants to be asked for one file. */
export type LargeAction = Type.Static<typeof Action>;
/** What a host offers for one file. */
export type LargeOffer = Type.Static<typeof Offered>;

/** What a host said against a file or all of them; asking again would come to the same. */
export class LargeRefusal extends Error {
  override readonly name = "LargeRefusal";
}

/** @param answer the host's, as JSON @throws LargeRefusal for one that says nothing about any file */
export function readOffers(answer: unknown): ReadonlyMap<string, LargeOffer | LargeRefusal> {
  const list = typeof answer === "object" && answer !== null && "objects" in answer && answer.objects;
  if (!Array.isArray(list)) throw new LargeRefusal("The host's answer is none of Git LFS.");
  const offers = new Map<string, LargeOffer | LargeRefusal>();
  for (const one of list as readonly unknown[]) {
    if (typeof one !== "object" || one === null || !("oid" in one) || typeof one.oid !== "string") continue;
    const said = withoutNulls(one, LEVELS);
    const offer = Check(Offered, said)
      ? said
      : new LargeRefusal("The host's answer about it is not understood.");
    offers.set(one.oid, offer);
  }
  return offers;
}

/** Objects in each other in an offer: the offer, its actions, an action, its headers. */
const LEVELS = 4;

/** Some hosts say null where they have nothing to say. */
function withoutNulls(value: unknown, levels: number): unknown {
  if (typeof value !== "object" || value === null || levels === 0) return value;
  const said = Object.entries(value).filter(([, one]) => one !== null);
  return Object.fromEntries(said.map(([name, one]) => [name, withoutNulls(one, levels - 1)]));
}

/** How a request is framed and where it goes: never a host's to say. Some name `transfer-encoding`, and mean no harm. */
const OURS: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** The headers that a host wants sent, in small letters, without those that are ours to say. */
export function namedHeaders(header: LargeAction["header"] = {}): Readonly<Record<string, string>> {
  const named = Object.entries(header).map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(named.filter(([name]) => !OURS.has(name)));
}

const LONGEST_SAYING = 300;

/** What a host says of a file that it doesn't want to give or take. */
export const saying = (message = ""): string => plainWords(message).slice(0, LONGEST_SAYING) || "no";
