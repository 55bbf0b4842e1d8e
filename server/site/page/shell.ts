import { directionOf } from "../../../engine/direction.ts";
import type { AssetHrefs } from "../../../design/document.ts";
import type { Page } from "../../../engine/page.ts";
import { isForAgents } from "../reading/agents.ts";
import { languageTag } from "../reading/languages.ts";
import { placeNames, tabsOf } from "../reading/arrange.ts";
import { SCRIPTS, type SiteScript } from "../../nouns/sites/site/integrations.ts";
import type { Look } from "../reading/look.ts";
import type { VariantReading } from "../reading/reading.ts";
import type { ShellView, SiteView } from "../render/view.ts";
import { dress } from "./dress.ts";
import { absoluteHref, type Frame, lookOf } from "./frame.ts";
import { readNavigation } from "./navigation.ts";

/** Everything around a page's content. */
export async function shellFor(
  frame: Frame,
  reading: VariantReading,
  trail: readonly Page[],
): Promise<ShellView> {
  return { ...(await bareShell(frame, reading)), navigation: await readNavigation(reading, trail) };
}

/** The same without a navigation; the site's own look where no variant is read. */
export async function bareShell(frame: Frame, reading: VariantReading | undefined): Promise<ShellView> {
  const look = lookOf(frame, reading);
  return { site: await siteView(frame, reading), assets: assetsOf(frame, look, reading), navigation: [] };
}

function assetsOf(
  { assets, basePath, scripts }: Frame,
  look: Look,
  reading: VariantReading | undefined,
): AssetHrefs {
  const { fontsCss, preload } = look;
  return {
    ...assets.hrefs(look.sheet),
    others: scripts.filter(({ cookies }) => !cookies).map((script) => scriptHref(basePath, script)),
    ...(preload === undefined ? {} : { preload }),
    ...(fontsCss === undefined ? {} : { fonts: `${basePath}~/fonts/${reading?.variant.id ?? "site"}.css` }),
  };
}

function scriptHref(basePath: string, { file }: SiteScript): string {
  return `${basePath}~/${SCRIPTS}/${file}`;
}

/** What readers are asked, where integrations keep something of them. */
function consentOf({ basePath, scripts }: Frame): Pick<SiteView, "consent"> {
  const asking = scripts.filter(({ cookies }) => cookies);
  if (asking.length === 0) return {};
  const integrations = asking.map(({ installation, title }) => ({ id: installation, title }));
  return { consent: { integrations, scripts: asking.map((script) => scriptHref(basePath, script)) } };
}

async function siteView(frame: Frame, reading: VariantReading | undefined): Promise<SiteView> {
  const { site } = frame.published;
  const look = lookOf(frame, reading);
  const current = reading?.variant.id;
  const here = frame.arrangement.sections.find(({ variants }) => variants.some(({ id }) => id === current));
  const tabs = tabsOf(frame.arrangement, frame.basePath, current);
  const before = reading === undefined ? [] : [reading];
  const readings = [...before, ...frame.readings.filter((each) => each !== reading)];
  return {
    // A title of the variant's own is its name among the others, not the site's.
    title: frame.published.look.settings.title ?? site.title,
    homeHref: frame.basePath,
    basePath: frame.basePath,
    visibility: site.visibility as SiteView["visibility"],
    ...(tabs.length > 0 ? { sections: tabs } : {}),
    ...consentOf(frame),
    ...scopeOf(frame, reading),
    ...directionIn(reading),
    ...toolsOf(frame),
    variants: (here?.variants ?? []).map(({ id, title, below, language }, _, all) => ({
      title,
      href: frame.basePath + below,
      current: id === current,
      ...(language !== null && all.some((other) => other.language !== language)
        ? { language: languageTag(language) }
        : {}),
    })),
    ...(await dress(look, readings, frame.holds, isForAgents(frame))),
  };
}

function directionIn(reading: VariantReading | undefined): Pick<SiteView, "direction"> {
  const language = reading?.variant.language ?? null;
  return language === null ? {} : { direction: directionOf(language) };
}

/** Where agents connect to: it is offered where they come in with nothing but the site's address. */
function toolsOf(frame: Frame): Pick<SiteView, "mcpUrl"> {
  const { visibility } = frame.published.site;
  const isOpen = visibility === "public" || visibility === "unlisted";
  if (!frame.isLive || !isOpen || !isForAgents(frame)) return {};
  return { mcpUrl: absoluteHref(frame, `${frame.basePath}~/mcp`) };
}

function scopeOf({ arrangement }: Frame, reading: VariantReading | undefined): Pick<SiteView, "scope"> {
  const names = reading && placeNames(arrangement, reading.variant.id);
  if (reading === undefined || names === undefined || names.length === 0) return {};
  return { scope: { id: reading.variant.id, title: names.join(" › ") } };
}
