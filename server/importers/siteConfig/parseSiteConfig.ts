import { type Document, isScalar, LineCounter, parseDocument } from "yaml";
import { isDeepYaml } from "../../../engine/yamlDepth.ts";

/**
 * A `docs.yaml` as it is written, comments and all. Keys are not compared with each other: that takes time with the
 * square of them, and where they count the reader does so.
 */
export const parseSiteConfig = (text: string, lineCounter = new LineCounter()): Document.Parsed =>
  parseDocument(text, {
    lineCounter,
    prettyErrors: false,
    uniqueKeys: false,
    // Nor are those of `!!omap`, whatever version of YAML the file says that it is.
    schema: "core",
    resolveKnownTags: false,
  });

/** The same; undefined for what is nested deeper than anybody nests. */
export function parsedSiteConfig(text: string, lineCounter: LineCounter): Document.Parsed | undefined {
  if (isDeepYaml(text)) return undefined;
  try {
    return parseSiteConfig(text, lineCounter);
  } catch {
    return undefined;
  }
}

/** A text, or what stands there for a number: `1.10` is no `1.1`. */
export const plainText = (node: unknown): string =>
  !isScalar(node) ? "" : typeof node.value === "number" ? (node.source ?? "") : String(node.value);
