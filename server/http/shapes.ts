import { Type } from "typebox";
import { named } from "./named.ts";

/** A time as the API says it: ISO 8601 with milliseconds, UTC. */
export const Timestamp = named("Timestamp", Type.String({ format: "date-time" }));

const WEB = "^[hH][tT][tT][pP][sS]?://";
/** A name and a colon before any slash make a scheme, however the name is disguised; control characters disguise. */
const LINK =
  "^(?:[hH][tT][tT][pP][sS]?:|[mM][aA][iI][lL][tT][oO]:|[tT][eE][lL]:|[^:/?#\\p{C}]*(?:[/?#]|$))[^\\p{Cc}]*$";

/** One name, not a path, that shows in one line and as it is written. */
const FILE_NAME = "^(?!\\s*$|\\.{1,2}$)[^\\p{Cc}\\u2028-\\u202e\\u2066-\\u2069/\\\\]*$";

/** An address of the web: no script, no data, no file of a reader's machine. */
export const Url = named("URL", Type.String({ format: "uri", maxLength: 2048, pattern: WEB }));

/** Where a link may lead: to the web, into a letter, to a telephone, or to a place relative to where it stands. */
export const LinkAddress = named(
  "LinkAddress",
  Type.String({ minLength: 1, maxLength: 2048, pattern: LINK }),
);

/** What a file is called where it is downloaded. */
export const FileName = named("FileName", Type.String({ minLength: 1, maxLength: 256, pattern: FILE_NAME }));

/** What a text has to be that one of these patterns refuses. */
export const PATTERN_REMEDIES: ReadonlyMap<string, string> = new Map([
  [WEB, "must be an address that begins with http:// or https://."],
  [LINK, "must be an http, https, mailto or tel address, or a relative one, without control characters."],
  [FILE_NAME, "must be the name of a file, without slashes, line breaks and marks of direction."],
]);

/**
 * A field that clients of the public API may send and that nothing here stands for: refused with the reason.
 * @param reason half a sentence, which says what to do instead
 */
export function unsupported(reason: string) {
  return Type.Optional(
    Type.Unsafe<undefined>({ unsupported: reason, description: `Not supported: ${reason}.` }),
  );
}

/** An opaque id, in a path or as a request names a thing by it. */
export const Id = named("Id", Type.String({ minLength: 1, maxLength: 128 }));

/** Where a thing is read that has no other address. */
export const ResourceUrls = named("ResourceURLs", Type.Object({ location: Url }));

/** Where people see a thing in the application. */
export const AppUrls = named("AppURLs", Type.Object({ app: Url }));

/** Where readers see a thing, as far as they do. */
export const PublishedUrls = named("PublishedURLs", Type.Object({ published: Type.Optional(Url) }));

/** Milliseconds since 1970 as the API's timestamp. */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString();
}

/** A field that is left out when there is nothing to say; JSON has no `undefined`. */
export function given<K extends string, V>(key: K, value: V | null | undefined): Partial<Record<K, V>> {
  return value === null || value === undefined ? {} : ({ [key]: value } as Record<K, V>);
}

/** What is named beside something else, with its id. */
export const TitledThing = named("TitledThing", Type.Object({ id: Type.String(), title: Type.String() }));
