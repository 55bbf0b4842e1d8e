/** What an address in a page points at, by its form alone. */
import { decoded } from "../decoded.ts";

export type AddressTarget =
  | { readonly kind: "external"; readonly scheme: string }
  | { readonly kind: "anchor"; readonly anchor: string }
  /** The stored form of a link to a page of the space. */
  | { readonly kind: "page"; readonly page: string; readonly anchor?: string }
  /** The stored form of a link to a file of the space. */
  | { readonly kind: "file"; readonly file: string }
  /** The stored form of an include of a reusable content of the space. */
  | { readonly kind: "reusable"; readonly reusable: string }
  /** The stored form of a link to another space, or to a thing in it. */
  | {
      readonly kind: "space";
      readonly space: string;
      readonly thing?: { readonly kind: "page" | "file" | "reusable"; readonly id: string };
      readonly anchor?: string;
    }
  /** A page or file by path: `path` is decoded, without query or anchor. */
  | {
      readonly kind: "path";
      readonly path: string;
      readonly anchor?: string;
      /** Whether it looks like a page: `.md`, a folder, or no extension at all. */
      readonly page: boolean;
    }
  /** Nothing: an empty address. */
  | { readonly kind: "empty" };

const schemes = /^([a-zA-Z][a-zA-Z0-9+.-]*):/;

/** Classifies an address as written in a page. Never throws. */
export function resolveTarget(url: string): AddressTarget {
  const address = url.trim();
  if (address === "") return { kind: "empty" };
  const scheme = schemes.exec(address)?.[1];
  if (scheme !== undefined) return { kind: "external", scheme: scheme.toLowerCase() };
  if (address.startsWith("//")) return { kind: "external", scheme: "" };
  const hash = address.indexOf("#");
  const anchor = hash === -1 ? undefined : decoded(address.slice(hash + 1));
  const beforeHash = hash === -1 ? address : address.slice(0, hash);
  const path = decoded(beforeHash.split("?", 1)[0]!);
  if (path === "" && anchor !== undefined) return { kind: "anchor", anchor };
  const stored = /^\/(pages|files|reusable)\/([A-Za-z0-9_-]+)$/.exec(path);
  const withAnchor = anchor === undefined ? {} : { anchor };
  if (stored?.[1] === "pages") return { kind: "page", page: stored[2]!, ...withAnchor };
  if (stored?.[1] === "files") return { kind: "file", file: stored[2]! };
  if (stored?.[1] === "reusable") return { kind: "reusable", reusable: stored[2]! };
  const elsewhere = ELSEWHERE.exec(path);
  if (elsewhere !== null) return { ...inSpace(elsewhere), ...withAnchor };
  return { kind: "path", path, ...withAnchor, page: isPagePath(path) };
}

/** A thing of a space. */
interface Thing {
  readonly space: string;
  readonly kind: "page" | "file" | "reusable";
  readonly id: string;
  readonly anchor?: string;
}

/** The thing that an address in a text of the space `home` names, by its form alone; undefined for all other addresses. */
export function thingOf(url: string, home: string): Thing | undefined {
  const target = resolveTarget(url);
  const anchor = "anchor" in target && target.anchor !== undefined ? { anchor: target.anchor } : {};
  switch (target.kind) {
    case "page":
      return { space: home, kind: "page", id: target.page, ...anchor };
    case "file":
      return { space: home, kind: "file", id: target.file };
    case "reusable":
      return { space: home, kind: "reusable", id: target.reusable };
    case "space":
      return target.thing && { space: target.space, ...target.thing, ...anchor };
    default:
      return undefined;
  }
}

/** `/spaces/<id>`, alone or with what it means there. Ids are long: a page may have the path "spaces/east". */
const ELSEWHERE = /^\/spaces\/([A-Za-z0-9_-]{16,64})(?:\/(pages|files|reusable)\/([A-Za-z0-9_-]+))?\/?$/;

const THINGS = { pages: "page", files: "file", reusable: "reusable" } as const;

function inSpace([, space, kind, id]: RegExpExecArray): AddressTarget & { readonly kind: "space" } {
  if (kind === undefined || id === undefined) return { kind: "space", space: space! };
  return { kind: "space", space: space!, thing: { kind: THINGS[kind as keyof typeof THINGS], id } };
}

function isPagePath(path: string): boolean {
  const last = path.slice(path.lastIndexOf("/") + 1);
  return /\.(?:md|markdown)$/i.test(last) || !/\.[A-Za-z0-9]{1,8}$/.test(last);
}
