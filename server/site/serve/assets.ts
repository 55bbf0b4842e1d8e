import { readFileSync } from "node:fs";
import { join } from "node:path";
import { accentCss, DEFAULT_PRIMARY } from "../accent.ts";
import type { AssetManifest, AssetName } from "../assets/build.ts";
import type { AssetHrefs } from "../render/view.ts";

/** A file that never changes under its name. */
export interface AssetFile {
  readonly contentType: string;
  readonly identity: Buffer;
  readonly brotli?: Buffer;
}

/** The script and the style sheet of published pages, kept in memory. */
export interface Assets {
  hrefs(primary?: string): AssetHrefs;
  /** The file at an address below `/~/assets/`. */
  find(name: string): AssetFile | undefined;
}

const ACCENT = /^accent-([0-9a-f]{6})\.css$/;

/** @param folder where `buildAssets` has put them */
export function openAssets(folder: string): Assets {
  const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as AssetManifest;
  const files = new Map<string, AssetFile>();
  for (const { file, contentType } of Object.values(manifest)) {
    files.set(file, {
      contentType,
      identity: readFileSync(join(folder, file)),
      brotli: readFileSync(join(folder, `${file}.br`)),
    });
  }
  const href = (name: AssetName) => `/~/assets/${manifest[name].file}`;
  return {
    hrefs: (primary = DEFAULT_PRIMARY) => ({
      early: href("early"),
      script: href("script"),
      style: href("style"),
      accent: `/~/assets/accent-${primary.slice(1).toLowerCase()}.css`,
    }),
    find(name) {
      const colour = ACCENT.exec(name)?.[1];
      if (colour === undefined) return files.get(name);
      return { contentType: "text/css; charset=utf-8", identity: Buffer.from(accentCss(`#${colour}`)) };
    },
  };
}
