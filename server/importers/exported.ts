import type { JsonObject } from "../../engine/json.ts";
import type { PageType, TagDefinition, VariableValue } from "../../engine/page.ts";
import type { Reference } from "../../engine/markdown/references.ts";
import type { PageMeta } from "../../engine/markdown/pageMeta.ts";
import type { ExportPath } from "./exportPaths.ts";

/** A stored text, or what reads it when it is printed: those of a large space together are more than a process holds. */
export type BodySource = string | (() => Promise<string>);

/** Finds what a body links to, where that takes long; undefined where it is found while the text is printed. */
export type FindLinks = (body: string) => Promise<readonly Reference[] | undefined>;

/** A page as an export takes it; links of its body are as stored ("/pages/<id>", "/files/<id>"). */
export interface ExportedPage<Text extends BodySource = string> {
  readonly id: string;
  readonly type: PageType;
  readonly title: string;
  /** See `Page`. */
  readonly linkTitle?: string;
  readonly slug: string;
  /** Front matter without the title. */
  readonly meta: PageMeta;
  readonly body: Text;
  /** Where a link page leads, as a content reference. */
  readonly target?: JsonObject;
  readonly computed?: JsonObject;
  readonly children: readonly ExportedPage<Text>[];
}

/** The content of a space. The order of files and reusable contents decides which of equal names is numbered. */
export interface ExportedContent<Text extends BodySource = string> {
  readonly pages: readonly ExportedPage<Text>[];
  readonly files: readonly { readonly id: string; readonly name: string }[];
  readonly variables: ReadonlyMap<string, VariableValue>;
  readonly tags: ReadonlyMap<string, TagDefinition>;
  readonly reusable: readonly { readonly id: string; readonly title: string; readonly body: Text }[];
  /** `to` is as stored, or a URL. */
  readonly redirects: readonly { readonly from: string; readonly to: string }[];
}

/** The same, whose texts may be read later. */
export type ExportablePage = ExportedPage<BodySource>;
export type ExportableContent = ExportedContent<BodySource>;

/** A text of an export, read and printed when it is asked for. */
export interface PrintableEntry {
  readonly path: string;
  readonly text: (findLinks?: FindLinks) => Promise<string>;
}

/** One file of an export: a text, or the bytes of a file of the space. */
export type ExportEntry = PrintableEntry | { readonly path: string; readonly fileId: string };

/** Where everything of an export lies, by kind and id. */
export interface ExportPlaces {
  readonly pages: ReadonlyMap<string, ExportPath>;
  readonly files: ReadonlyMap<string, string>;
  readonly reusable: ReadonlyMap<string, string>;
  /** Of the table of contents, whether or not one is written. */
  readonly summary: string;
}
