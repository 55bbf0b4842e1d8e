import { hash } from "node:crypto";
import type { Encoding } from "../ports/encodings.ts";

/** The hash part of an ETag: 22 characters of what is sent. */
export function representationHash(text: string | Uint8Array): string {
  // One call, because three make an object that costs more than the hashing of a small answer.
  return hash("sha1", text, "base64url").slice(0, 22);
}

/** `"<version>.<hash>"`, the version of content being the id of its revision, or `"<hash>"` for what can't be changed; the encoding makes it another representation. */
export function entityTag(
  hash: string,
  version: number | string | undefined,
  encoding: Encoding = "identity",
): string {
  const value = version === undefined ? hash : `${version}.${hash}`;
  return encoding === "identity" ? `"${value}"` : `"${value}-${encoding}"`;
}

/** Whether one of the tags of `If-None-Match` is this one; weak marks don't matter for it. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header === tag) return true;
  return header.split(",").some((part) => {
    const candidate = part.trim().replace(/^W\//, "");
    return candidate === "*" || candidate === tag;
  });
}

const VERSIONED = /^"([0-9A-Za-z]{1,40})\.[\w-]+"$/;
const COUNTED = /^\d{1,15}$/;

/**
 * The versions that `If-Match` allows, compared alone: a stranger's change of the representation (a count, a right)
 * does not refuse a write. Numbers are those of things, texts are ids of revisions, by which content is tagged. `"any"`
 * for `*`, undefined without the header; tags that are not ours, and weak ones, name none.
 */
export function expectedVersions(
  header: string | undefined,
): readonly (number | string)[] | "any" | undefined {
  if (header === undefined) return undefined;
  if (header.trim() === "*") return "any";
  return header.split(",").flatMap((tag) => {
    const version = VERSIONED.exec(tag.trim())?.[1];
    if (version === undefined) return [];
    return [COUNTED.test(version) ? Number(version) : version];
  });
}
