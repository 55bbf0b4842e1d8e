import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { AssetManifest, AssetName, ProgramManifest } from "./buildAssets.ts";
import type { AssetHrefs } from "../../design/document.ts";
import { FONT_FILES } from "../../design/families.ts";
import { DEFAULT_SHEET, sheetOf } from "../../design/sheet.ts";
import type { Deps } from "../deps.ts";
import { type AssetFile, type BuildFiles, buildId, findFormer } from "./formerAssets.ts";
import { mountIcons } from "./icons.ts";
import { encodingFor } from "../ports/encodings.ts";

/** The script and the style sheet of published pages, kept in memory. */
export interface Assets extends BuildFiles {
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
  /** The sheet of the console, the one of its editor, its script, and the scripts that this one can't start without. */
  readonly console: {
    readonly style: string;
    readonly editor: string;
    readonly script: string;
    readonly needed: readonly string[];
    /** Scripts that a page of a space is shown with. */
    readonly reading: readonly string[];
    /** Asks for what the script shows first, ahead of it. */
    readonly asking: string;
  };
  /** The page of the frame in which diagrams are drawn. */
  readonly diagramFrame: string;
  /** The script of the frame in which the console shows what integrations have elsewhere. */
  readonly kitFrame: string;
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
  const [program, diagrams] = ["console", "diagrams"].map(
    (name) => JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")) as ProgramManifest,
  ) as [ProgramManifest, ProgramManifest];
  const files = new Map<string, AssetFile>();
  for (const { file, contentType } of [...Object.values(manifest), ...program.files, ...diagrams.files]) {
    files.set(file, {
      contentType,
      identity: readFileSync(join(folder, file)),
      packed: {
        br: readFileSync(join(folder, `${file}.br`)),
        gzip: readFileSync(join(folder, `${file}.gz`)),
      },
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
    id: buildId(files.keys()),
    files,
    hrefs: (sheet = DEFAULT_SHEET) => ({
      early: href("early"),
      script: href("script"),
      style: href("style"),
      accent: `/~/assets/${sheet}`,
      reference: href("reference"),
      samples: href("samples"),
    }),
    pageHeaders: {
      link: `<${href("style")}>; rel=preload; as=style`,
      "speculation-rules": `"/~/assets/${SPECULATION_NAME}"`,
    },
    reference: href("reference"),
    account: href("account"),
    passkeys: href("passkeys"),
    console: {
      style: href("console"),
      editor: href("editor"),
      script: at(program.script),
      needed: program.needed.map(at),
      reading: program.reading.map(at),
      asking: href("asking"),
    },
    kitFrame: href("kitFrame"),
    diagramFrame: diagramFrame([...diagrams.needed, diagrams.script].map(at)),
    find(name) {
      const known = files.get(name);
      const sheet = known === undefined ? sheetOf(name) : undefined;
      if (sheet === undefined) return known;
      return { contentType: "text/css; charset=utf-8", identity: Buffer.from(sheet) };
    },
  };
}

/**
 * What the frame may do: run our script and style what it draws. Its origin is nobody's, so no cookie, no storage and no
 * page is within its reach, and it asks nothing of anybody.
 */
const FRAME_POLICY =
  "sandbox allow-scripts; default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

function diagramFrame(scripts: readonly string[]): string {
  const tags = scripts.map((src) => `<script type="module" src="${src}"></script>`).join("");
  const style =
    "body{margin:0}svg{display:block;box-sizing:border-box;margin:auto;height:100vh;padding:1rem}";
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Diagram</title><style>${style}</style></head><body>${tags}</body></html>`;
}

/**
 * Serves the assets for ever under their names, and the icons.
 * @param deps where those of other builds are
 */
export function mountAssets(app: FastifyInstance, assets: Assets, deps: Pick<Deps, "db" | "blobs">): void {
  mountIcons(app);
  app.get("/~/diagram", (_request, reply) =>
    reply
      .header("content-type", "text/html; charset=utf-8")
      .header("content-security-policy", FRAME_POLICY)
      .header("referrer-policy", "no-referrer")
      .header("cache-control", "public, max-age=300")
      .send(assets.diagramFrame),
  );
  // Names of sheets may be longer than a named parameter.
  app.get<{ Params: { "*": string } }>("/~/assets/*", async (request, reply) => {
    const name = request.params["*"];
    const file = assets.find(name) ?? (await findFormer(deps, name));
    if (file === undefined) return reply.code(404).send();
    const encoding = encodingFor(request.headers);
    const packed = file.packed?.[encoding];
    return (
      reply
        .header("content-type", file.contentType)
        .header("cache-control", "public, max-age=31536000, immutable")
        .header("x-content-type-options", "nosniff")
        // Everybody has them; the frame of diagrams has no origin to have them by.
        .header("access-control-allow-origin", "*")
        .header("vary", "accept-encoding")
        .headers(packed === undefined ? {} : { "content-encoding": encoding })
        .send(packed ?? file.identity)
    );
  });
}
