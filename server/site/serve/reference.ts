/** Parts of a reference that a page leaves out until somebody unfolds them. */
import { placeSource } from "../../content/computed/sources.ts";
import { nameOfPlace } from "../../engine/openapi/reference/api.ts";
import { unavailable } from "../../http/errors.ts";
import { html, raw } from "../render/html.ts";
import { htmlAnswer, type SiteAnswer } from "./answer.ts";
import type { Frame } from "./page.ts";
import type { Reading } from "./reading.ts";
import { RenderFailed } from "./renderer.ts";

/**
 * The fields of what stands at a place, as a page of its own: `~/reference/schema/<hash>/<place>`. The hash is of the
 * piece that leads there; whoever knows it has been shown what it is of. undefined: nothing is there.
 */
export async function answerSchema(
  frame: Frame,
  { deps, siteBase, variant }: Reading,
  [from = "", place = ""]: readonly string[],
): Promise<SiteAnswer | undefined> {
  if (!/^[0-9a-f]{16,128}$/.test(from) || place === "" || place.length > 2000) return undefined;
  const source = await placeSource(deps.db.read, from, place);
  if (source === undefined) return undefined;
  const fragments = `${siteBase}~/reference/schema/`;
  const made = deps.content.derived("reference.schema", `${siteBase} ${from} ${place}`, () =>
    deps.renderer
      .run("place", { source: { ...source, fragments }, from, place })
      .catch(unavailableWhenFailed),
  );
  const assets = frame.assets.hrefs();
  const { locale } = variant.look;
  const page = html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${nameOfPlace(place)}</title>
        <link rel="stylesheet" href="${assets.style}" />
        <link rel="stylesheet" href="${assets.accent}" />
        <link rel="stylesheet" href="${assets.reference ?? ""}" />
      </head>
      <body>
        <main class="main">
          <article class="page">
            <h1 class="page-title">${nameOfPlace(place)}</h1>
            <div class="prose" data-schema>${raw(await made)}</div>
          </article>
        </main>
      </body>
    </html>`;
  return htmlAnswer(page.text);
}

function unavailableWhenFailed(error: unknown): never {
  if (error instanceof RenderFailed) throw unavailable("This could not be rendered in time.", 60);
  throw error;
}
