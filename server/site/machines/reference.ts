/** Parts of a reference that a page leaves out until somebody unfolds them. */
import { schemaSource } from "../../content/computed/sources.ts";
import { type ApiSource, nameOfPlace } from "../../../engine/openapi/reference/api.ts";
import { MOST_STEPS } from "../../../engine/openapi/reference/spot.ts";
import { unavailable } from "../../http/errors.ts";
import { html, raw } from "../../../design/html.ts";
import { htmlAnswer, type SiteAnswer } from "../../pages/answer.ts";
import type { Frame } from "../page/frame.ts";
import { opensSchemas } from "../reading/addresses.ts";
import type { VariantReading } from "../reading/reading.ts";
import { RenderFailed } from "../bodies/renderer.ts";

/**
 * The fields of what stands at a place, as a page of its own: `~/reference/schema/<hash>/<place>/<step>…`. The hash is of the
 * piece that leads there; whoever knows an operation's has been shown it, and an outline's is signed. undefined: nothing
 * is there, which isn't kept: anybody may ask for any steps.
 */
export async function answerSchema(
  frame: Frame,
  { deps, organization, siteBase, variant }: VariantReading,
  [from = "", place = "", ...steps]: readonly string[],
): Promise<SiteAnswer | undefined> {
  const [, hash = "", signature] = /^([0-9a-f]{16,128})(?:\.([\w-]+))?$/.exec(from) ?? [];
  if (hash === "" || place === "" || place.length + steps.join("").length > 4000) return undefined;
  if (steps.length > MOST_STEPS) return undefined;
  const isSigned = signature !== undefined && opensSchemas(deps, organization, hash, signature);
  if (signature !== undefined && !isSigned) return undefined;
  const fragments = `${siteBase}~/reference/schema/`;
  const { locale } = variant.look;
  const key = JSON.stringify([organization, siteBase, from, place, steps, locale]);
  const made = await deps.content
    .derived("reference.schema", key, async () => {
      const source = await sourceAt(deps, organization, { hash, isSigned, place });
      const job = { source: { ...source, fragments }, from, spot: { place, steps }, locale };
      const text = await deps.renderer.run("schema", job).catch(unavailableWhenFailed);
      if (text === undefined || text === "") throw NOTHING;
      return text;
    })
    .catch(undefinedForNothing);
  if (made === undefined) return undefined;
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

const NOTHING = new Error("Nothing is there.");

function undefinedForNothing(error: unknown): undefined {
  if (error !== NOTHING) throw error;
}

/**
 * The source of all schemas that an operation's piece leads to, or of those below a place of an outline: read and put
 * together once for whatever steps are asked for.
 * @throws NOTHING
 */
async function sourceAt(
  { content }: VariantReading["deps"],
  organization: string,
  { hash, isSigned, place }: { readonly hash: string; readonly isSigned: boolean; readonly place: string },
): Promise<ApiSource> {
  const key = JSON.stringify([organization, hash, isSigned ? place : ""]);
  const kept = await content.derived("reference.source", key, async () => {
    const source = await schemaSource(content.of(organization), hash, place, isSigned);
    if (source === undefined) throw NOTHING;
    return JSON.stringify(source);
  });
  return JSON.parse(kept) as ApiSource;
}

function unavailableWhenFailed(error: unknown): never {
  if (error instanceof RenderFailed) throw unavailable("This could not be rendered in time.", 60);
  throw error;
}
