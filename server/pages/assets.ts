import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { AssetManifest, AssetName, ConsoleManifest } from "./buildAssets.ts";
import type { AssetHrefs } from "../../design/document.ts";
import { FONT_FILES } from "../../design/families.ts";
import { DEFAULT_SHEET, sheetOf } from "../../design/sheet.ts";
import { mountIcons } from "./icons.ts";
import { encodingFor } from "./ready.ts";

/** A file that never changes under its name. */
interface AssetFile {
  readonly contentType: string;
  readonly identity: Buffer;
  readonly brotli?: Buffer;
}

/** The script and the style sheet of published pages, kept in memory. */
export interface Assets {
  /** @param sheet the name of a site's own sheet, see `sheetName` */
  hrefs(sheet?: string): AssetHrefs;
  /** Headers of pages: what their browser may fetch before it has read them. */
  readonly pageHeaders: Readonly<Record<string, string>>;
  /** The sheet of the API reference. */
  readonly reference: string;
  /** The sheet of the sign-in and account pages. */
  readonly account: string;
  /** The script of those of them that ask for a passkey. */
  readonly passkeys: string;
  /** The sheet of the console, its script, and the scripts that this one can't start without. */
  readonly console: {
    readonly style: string;
    readonly script: string;
    readonly needed: readonly string[];
  };
  /** The file at an address below `/~/assets/`. */
  find(name: string): AssetFile | undefined;
}

/** Tells browsers which pages to fetch while a link is pointed at; its name changes with its text. */
const SPECULATION_NAME = "speculation-1.json";
const SPECULATION = {
  prefetch: [
    {
      where: {
        and: [
          { selector_matches: ".nav-link, .pager-card, .breadcrumbs a, .prose a.link, .card-link" },
          { not: { href_matches: "/*/~/*" } },
          { not: { href_matches: "/*.md" } },
        ],
      },
      eagerness: "moderate",
    },
  ],
};

/** @param folder where `buildAssets` has put them */
export function openAssets(folder: string): Assets {
  const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as AssetManifest;
  const program = JSON.parse(readFileSync(join(folder, "console.json"), "utf8")) as ConsoleManifest;
  const files = new Map<string, AssetFile>();
  for (const { file, contentType } of [...Object.values(manifest), ...program.files]) {
    files.set(file, {
      contentType,
      identity: readFileSync(join(folder, file)),
      brotli: readFileSync(join(folder, `${file}.br`)),
    });
  }
  for (const file of FONT_FILES) {
    files.set(file, { contentType: "font/woff2", identity: readFileSync(join(folder, file)) });
  }
  const rules = Buffer.from(JSON.stringify(SPECULATION));
  files.set(SPECULATION_NAME, { contentType: "application/speculationrules+json", identity: rules });
  const at = (file: string) => `/~/assets/${file}`;
  const href = (name: AssetName) => at(manifest[name].file);
  return {
    hrefs: (sheet = DEFAULT_SHEET) => ({
      early: href("early"),
      script: href("script"),
      style: href("style"),
      accent: `/~/assets/${sheet}`,
      reference: href("reference"),
    }),
    pageHeaders: {
      link: `<${href("style")}>; rel=preload; as=style`,
      "speculation-rules": `"/~/assets/${SPECULATION_NAME}"`,
    },
    reference: href("reference"),
    account: href("account"),
    passkeys: href("passkeys"),
    console: { style: href("console"), script: at(program.script), needed: program.needed.map(at) },
    find(name) {
      const known = files.get(name);
      const sheet = known === undefined ? sheetOf(name) : undefined;
      if (sheet === undefined) return known;
      return { contentType: "text/css; charset=utf-8", identity: Buffer.from(sheet) };
    },
  };
}

/** Serves the assets for ever under their names, and the icons. */
export function mountAssets(app: FastifyInstance, assets: Assets): void {
  mountIcons(app);
  // Names of sheets may be longer than a named parameter.
  app.get<{ Params: { "*": string } }>("/~/assets/*", (request, reply) => {
    const file = assets.find(request.params["*"]);
    if (file === undefined) return reply.code(404).send();
    const compressed = file.brotli !== undefined && encodingFor(request) === "br";
    return reply
      .header("content-type", file.contentType)
      .header("cache-control", "public, max-age=31536000, immutable")
      .header("x-content-type-options", "nosniff")
      .header("vary", "accept-encoding")
      .headers(compressed ? { "content-encoding": "br" } : {})
      .send(compressed ? file.brotli : file.identity);
  });
}
