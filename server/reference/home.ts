import { type Params, prepared } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { siteUrl } from "../../engine/siteAddress.ts";
import { html, type Raw } from "../../design/html.ts";
import { brandTitle, renderBar } from "../../design/bar.ts";
import { renderScreen } from "../../design/screen.ts";
import { wordsFor } from "../../design/words.ts";
import { REFERENCE } from "./ownApi.ts";
import type { ReferenceAssets } from "./pages.ts";

interface SiteNames {
  readonly title: string;
  readonly organization: string;
  readonly basename: string;
  readonly hostname: string | null;
  readonly proxy: string | null;
}

/** How many sites are named; an installation with more has a site of its own to list them. */
const MOST_SITES = 60;

const publicSites = prepared((read, p: Params<{ most: number }>) =>
  read
    .selectFrom("sites")
    .innerJoin("organizations", "organizations.id", "sites.organization_id")
    .select([
      "sites.title",
      "sites.basename",
      "sites.hostname",
      "sites.proxy",
      "organizations.hostname as organization",
    ])
    .where("sites.published", "=", 1)
    .where("sites.visibility", "=", "public")
    .orderBy("sites.title")
    .orderBy("sites.id")
    .limit(p("most") as never),
);

/** The first page of the application's address: what is here, and the sites that anybody may read. */
export async function renderHome(deps: Deps, assets: ReferenceAssets): Promise<string> {
  const sites = await publicSites.all(deps.db.read, { most: MOST_SITES });
  const main = html`<article class="page reference">
    <header class="page-head">
      <h1 class="page-title">Lectern</h1>
      <p class="page-description">Documentation, written here and published from here.</p>
    </header>
    <div class="prose">
      <ul class="doors">
        ${door("Sign in", "Your account: profile, sessions and API tokens.", "/account")}
        ${door("API reference", "Every operation, with what it takes and answers.", REFERENCE)}
        ${door("OpenAPI document", "The same for programs.", "/openapi.json")}
      </ul>
      ${sites.length === 0 ? null : renderSites(deps, sites)}
    </div>
  </article>`;
  const bar = {
    homeHref: "/",
    brand: brandTitle("Lectern"),
    links: [{ title: "API reference", href: REFERENCE }],
    withMenu: false,
  };
  return renderScreen({
    locale: "en",
    title: "Lectern",
    assets,
    robots: "noindex",
    frame: "plain",
    head: html`<link rel="stylesheet" href="${assets.reference}" />`,
    bar: renderBar(bar, wordsFor("en")),
    main,
  });
}

function renderSites({ addresses }: Deps, sites: readonly SiteNames[]): Raw {
  return html`<h2>Published sites</h2>
    <ul class="doors">
      ${sites.map((site) => door(site.title, "", siteUrl(addresses, site)))}
    </ul>`;
}

function door(title: string, text: string, href: string): Raw {
  const shown = text === "" ? href.replace(/^https?:\/\//, "") : text;
  return html`<li>
    <a class="chapter" href="${href}"><strong>${title}</strong><span>${shown}</span></a>
  </li>`;
}
