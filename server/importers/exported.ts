import type { JsonObject } from "../../engine/json.ts";
import type { PageType, VariableValue } from "../../engine/page.ts";
import type { PageMeta } from "../../engine/markdown/pageMeta.ts";
import type { ExportPath } from "./exportPaths.ts";

/** A page as an export takes it; links of its body are as stored ("/pages/<id>", "/files/<id>"). */
export interface ExportedPage {
  readonly id: string;
  readonly type: PageType;
  readonly title: string;
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
  readonly reusable: readonly { readonly id: string; readonly title: string; readonly body: string }[];
  /** `to` is as stored, or a URL. */
  readonly redirects: readonly { readonly from: string; readonly to: string }[];
}

/** One file of an export: a text, printed when it is asked for, or the bytes of a file of the space. */
export type ExportEntry =
  | { readonly path: string; readonly text: () => string }
  | { readonly path: string; readonly fileId: string };

/** Where everything of an export lies, by kind and id. */
export interface ExportPlaces {
  readonly pages: ReadonlyMap<string, ExportPath>;
  readonly files: ReadonlyMap<string, string>;
  readonly reusable: ReadonlyMap<string, string>;
}
