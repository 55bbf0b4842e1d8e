/** The fonts that documents and cards are drawn with. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The folder `fonts` of the project, from the sources and from what is built of them; without it the machine's do. */
export function ownFonts(): string | undefined {
  const folders = ["../fonts", "../../fonts", "../../../fonts"].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  return folders.find((folder) => existsSync(`${folder}/NotoSansCJKsc-Regular.otf`));
}

/**
 * What hides the machine's own fonts from a process: the typesetter would take them first, and has no switch for that
 * but the one that all programs have.
 */
export function fontEnvironment(): { readonly FONTCONFIG_FILE?: string } {
  const fonts = ownFonts();
  return fonts === undefined ? {} : { FONTCONFIG_FILE: `${fonts}/fonts.conf` };
}
