import type { JsonObject } from "../../engine/json.ts";
import type { PageType, TagDefinition, VariableValue } from "../../engine/page.ts";
import type { Reference } from "../../engine/markdown/references.ts";
import type { PageMeta } from "../../engine/markdown/pageMeta.ts";
import type { ExportPath } from "./exportPaths.ts";

/** A page as an export takes it; links of its body are as stored ("/pages/<id>", "/files/<id>"). */
export interface ExportedPage {
  readonly id: string;
  readonly type: PageType;
  readonly title: string;
  /** See `Page`. */
  readonly linkTitle?: string;
  readonly slug: string;
  /** Front matter without the title. */
  readonly meta: PageMeta;
  readonly body: string;
  /** Where a link page leads, as a content reference. */
  readonly target?: JsonObject;
  readonly computed?: JsonObject;
  readonly children: readonly ExportedPage[];
}

/** The content of a space. The order of files and reusable contents decides which of equal names is numbered. */
export interface ExportedContent {
  readonly pages: readonly ExportedPage[];
  readonly files: readonly { readonly id: string; readonly name: string }[];
  readonly variables: ReadonlyMap<string, VariableValue>;
  readonly tags: ReadonlyMap<string, TagDefinition>;
  readonly reusable: readonly { readonly id: string; readonly title: string; readonly body: string }[];
  /** `to` is as stored, or a URL. */
  readonly redirects: readonly { readonly from: string; readonly to: string }[];
}

/** A text of an export, printed when it is asked for. */
export interface PrintableEntry {
  readonly path: string;
  /** The stored text that it is printed from; none where it is made of something else. */
  readonly body?: string;
  /** @param found what the body links to, where whoever asks has found that out: reading a long one takes long */
  readonly text: (found?: readonly Reference[]) => string;
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
