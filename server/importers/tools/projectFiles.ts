import type { ImportSource } from "../files.ts";
import { IMPORT_LIMITS } from "../limits.ts";
import { decodeText } from "../text.ts";
import { openYamlReader, type YamlReader } from "../yamlApart.ts";

/** The files of a source, as texts. */
export interface ProjectFiles {
  readonly paths: readonly string[];
  readonly has: (path: string) => boolean;
  /** Undefined for what is not there, is no text, or is too large to be a page. */
  readonly text: (path: string) => Promise<string | undefined>;
  /** What a text of the project says as YAML. */
  readonly yaml: YamlReader;
}

export function filesOf({ files }: ImportSource): ProjectFiles {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return {
    paths: files.map(({ path }) => path),
    has: (path) => byPath.has(path),
    yaml: openYamlReader(),
    text: async (path) => {
      const file = byPath.get(path);
      if (file === undefined || file.size > IMPORT_LIMITS.pageBytes) return undefined;
      const bytes = await file.read();
      const decoded = bytes.byteLength > IMPORT_LIMITS.pageBytes ? undefined : decodeText(bytes);
      return decoded !== undefined && "text" in decoded ? decoded.text : undefined;
    },
  };
}
