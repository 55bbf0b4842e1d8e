/** Addresses as they are written in pages, as references to content, and back. */
import { resolveTarget, type AddressTarget } from "../markdown/targets.ts";
import type { DocumentFileRef, DocumentRef } from "./shapes.ts";

/** What an address refers to. `urlOfRef` gives the address back, to the letter. */
export function refOfUrl(url: string): DocumentRef {
  const ref = refOfTarget(resolveTarget(url));
  return ref !== undefined && urlOfRef(ref) === url ? ref : { kind: "url", url };
}

/** As `refOfUrl`, for what is shown and not linked to: a file of the space, or an address. */
export function fileRefOfUrl(url: string): DocumentFileRef {
  const ref = refOfUrl(url);
  return ref.kind === "file" ? ref : { kind: "url", url };
}

function refOfTarget(target: AddressTarget): DocumentRef | undefined {
  switch (target.kind) {
    case "page":
      return pageRef(target.page, target.anchor);
    case "file":
      return { kind: "file", file: target.file };
    case "reusable":
      return { kind: "reusable-content", reusableContent: target.reusable };
    case "anchor":
      return { kind: "anchor", anchor: target.anchor };
    case "space":
      return refInSpace(target);
    default:
      return undefined;
  }
}

function pageRef(page: string, anchor: string | undefined) {
  return anchor === undefined
    ? ({ kind: "page", page } as const)
    : ({ kind: "anchor", anchor, page } as const);
}

function refInSpace({ space, thing, anchor }: AddressTarget & { kind: "space" }): DocumentRef | undefined {
  if (thing === undefined) return { kind: "space", space };
  if (thing.kind === "page") return { ...pageRef(thing.id, anchor), space };
  if (thing.kind === "reusable") return { kind: "reusable-content", reusableContent: thing.id, space };
  return undefined;
}

/** The address of a reference; undefined when it lacks what its kind needs, or when nothing here has such an address. */
export function urlOfRef(ref: Readonly<Record<string, unknown>>): string | undefined {
  const id = (name: string): string | undefined => idOf(ref[name]);
  const space = id("space");
  if (ref["space"] !== undefined && space === undefined) return undefined;
  const within = (path: string | undefined) =>
    path === undefined ? undefined : `${space === undefined ? "" : `/spaces/${space}`}${path}`;
  switch (ref["kind"]) {
    case "url":
      return typeof ref["url"] === "string" ? ref["url"] : undefined;
    case "file":
      return under("/files/", id("file"));
    case "page":
      return within(under("/pages/", id("page")));
    case "reusable-content":
      return within(under("/reusable/", id("reusableContent")));
    case "space":
      return under("/spaces/", space);
    case "anchor":
      return anchorUrl(ref, within);
    default:
      return undefined;
  }
}

function anchorUrl(
  ref: Readonly<Record<string, unknown>>,
  within: (path: string | undefined) => string | undefined,
) {
  const anchor = ref["anchor"];
  if (typeof anchor !== "string") return undefined;
  if (ref["page"] === undefined) return ref["space"] === undefined ? `#${anchor}` : undefined;
  const path = within(under("/pages/", idOf(ref["page"])));
  return path === undefined ? undefined : `${path}#${anchor}`;
}

const idOf = (value: unknown): string | undefined =>
  typeof value === "string" && /^[A-Za-z0-9_-]{1,128}$/.test(value) ? value : undefined;

const under = (folder: string, id: string | undefined): string | undefined =>
  id === undefined ? undefined : folder + id;
