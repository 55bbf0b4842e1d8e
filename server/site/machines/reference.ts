/** Parts of a reference that a page leaves out until somebody unfolds them. */
import { schemaSource } from "../../content/computed/sources.ts";
import { nameOfPlace } from "../../../engine/openapi/reference/api.ts";
import { unavailable } from "../../http/errors.ts";
import { html, raw } from "../../../design/html.ts";
import { htmlAnswer, type SiteAnswer } from "../../pages/answer.ts";
import type { Frame } from "../page/frame.ts";
import type { VariantReading } from "../reading/reading.ts";
import { RenderFailed } from "../bodies/renderer.ts";

/**
 * The fields of what stands at a place, as a page of its own: `~/reference/schema/<hash>/<place>/<step>…`. The hash is of the
 * piece that leads there; whoever knows it has been shown what it is of. undefined: nothing is there.
 */
export async function answerSchema(
  frame: Frame,
  { deps, organization, siteBase, variant }: VariantReading,
  [from = "", place = "", ...steps]: readonly string[],
): Promise<SiteAnswer | undefined> {
  if (!/^[0-9a-f]{16,128}$/.test(from) || place === "" || place.length + steps.join("").length > 4000)
    return undefined;
  const source = await schemaSource(deps.content.of(organization), from, place);
  if (source === undefined) return undefined;
  const fragments = `${siteBase}~/reference/schema/`;
  const { locale } = variant.look;
  const key = JSON.stringify([organization, siteBase, from, place, steps, locale]);
  const made = await deps.content.derived("reference.schema", key, async () => {
    const job = { source: { ...source, fragments }, from, spot: { place, steps }, locale };
    return (await deps.renderer.run("schema", job).catch(unavailableWhenFailed)) ?? "";
  });
  if (made === "") return undefined;
  const title = nameOfPlace(steps.at(-1)?.replace(/^f\./, "") ?? place);
  const assets = frame.assets.hrefs();
  const page = html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="stylesheet" href="${assets.style}" />
        <link rel="stylesheet" href="${assets.accent}" />
        <link rel="stylesheet" href="${assets.reference ?? ""}" />
      </head>
      <body>
        <main class="main">
          <article class="page">
            <h1 class="page-title">${title}</h1>
            <div class="prose" data-schema>${raw(made)}</div>
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
