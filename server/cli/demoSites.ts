/** The two sites of `lectern demo`, made by the API from the folder `demo/`: whoever reads them sees what the product does by itself. */
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { UpdateSiteCustomizationSettings } from "../../sdk/src/index.ts";
import type { Console } from "./console.ts";
import type { Remote } from "./connection.ts";
import { importThrough } from "./importThrough.ts";
import type { StepBars } from "./stepBars.ts";
import type { Lectern } from "./throughServer.ts";

export interface DemoRun {
  readonly lectern: Lectern;
  readonly remote: Remote;
  /** The id of the organization that gets the sites. */
  readonly organization: string;
  /** Where the content is. */
  readonly folder: string;
  readonly console: Console;
  readonly bars: StepBars;
  readonly signal: AbortSignal;
}

export interface DemoSites {
  /** The space of the guides, which a change request is about. */
  readonly guides: string;
  /** The addresses of the published sites. */
  readonly docs: string;
  readonly handbook: string;
}

/** Makes and publishes both sites. */
export async function makeDemoSites(run: DemoRun): Promise<DemoSites> {
  const guides = await spaceOf(run, "guides", { title: "Guides", language: "en" });
  const german = await translate(run, guides);
  const api = await referenceOf(run);
  const changelog = await spaceOf(run, "changelog", { title: "What is new", language: "en" });
  const handbook = await spaceOf(run, "handbook", { title: "Handbook", language: "en" });
  const mark = await addressOfFile(run, guides, "mark.svg");
  return {
    guides,
    docs: await docsSite(run, { guides, german, api, changelog, mark }),
    handbook: await publish(
      run,
      await siteOf(run, { title: "Windrose Handbook", name: "handbook", spaces: [handbook] }),
    ),
  };
}

interface NewSpace {
  readonly title: string;
  readonly language: "en" | "de";
}

/** A space with what a folder of the demo has. */
async function spaceOf(run: DemoRun, folder: string, body: NewSpace): Promise<string> {
  const { id } = await run.lectern.spaces.create(run.organization, body);
  await bringIn(run, id, join(run.folder, folder));
  return id;
}

async function bringIn(
  { remote, console, bars, signal }: DemoRun,
  space: string,
  path: string,
): Promise<void> {
  await importThrough(remote, { path, space, kind: undefined, console, bars, signal });
}

/** The guides in German: a translation that follows them, with pages that people wrote. */
async function translate(run: DemoRun, source: string): Promise<string> {
  const { lectern, organization, folder } = run;
  const settings = await lectern.translations.create(organization, { title: "Guides", languages: ["de"] });
  const { space } = await lectern.translations.spaces.create(organization, settings.id, {
    source,
    language: "de",
    title: "Anleitungen",
  });
  // Pictures are in the source alone: the words are laid over a copy of it.
  const home = await mkdtemp(join(tmpdir(), "lectern-demo-"));
  try {
    for (const name of ["guides", "guides.de"]) await cp(join(folder, name), home, { recursive: true });
    await bringIn(run, space, home);
  } finally {
    await rm(home, { recursive: true });
  }
  return space;
}

/** The pages about the API, and behind them the reference that is made of its description. */
async function referenceOf(run: DemoRun): Promise<string> {
  const { lectern, organization, folder } = run;
  const text = await readFile(join(folder, "windrose.yaml"), "utf8");
  await lectern.openAPISpecs.create(organization, { slug: "windrose", source: { text } });
  const space = await spaceOf(run, "api", { title: "API", language: "en" });
  await lectern.spaces.content.update(space, {
    changes: [
      {
        operation: "insert_page",
        type: "computed",
        title: "Reference",
        computed: {
          type: "builtin:openapi",
          props: { models: true, downloadLink: true, grouping: "by-tag" },
          dependencies: { spec: { ref: { kind: "openapi", spec: "windrose" } } },
        },
      },
    ],
  });
  return space;
}

async function addressOfFile({ lectern }: DemoRun, space: string, name: string): Promise<string> {
  for await (const file of lectern.spaces.files.list(space)) if (file.name === name) return file.downloadURL;
  throw new Error(`The demo has no file ${name}.`);
}

interface DocsSpaces extends LookNames {
  readonly guides: string;
  readonly german: string;
  readonly api: string;
  readonly changelog: string;
  readonly mark: string;
}

/** The documentation of the product: three sections, of which one is in two languages and adapts to its readers. */
async function docsSite(run: DemoRun, spaces: DocsSpaces): Promise<string> {
  const { lectern, organization } = run;
  const site = await siteOf(
    run,
    { title: "Windrose", name: "docs", spaces: [spaces.guides, spaces.german] },
    spaces,
  );
  await lectern.sites.update(organization, site, { adaptiveContent: { enabled: true } });
  const sections = [
    { spaceId: spaces.api, title: "API", icon: "code" },
    { spaceId: spaces.changelog, title: "What is new", icon: "sparkles" },
  ];
  for (const section of sections) await lectern.sites.sections.add(organization, site, section);
  for await (const section of lectern.sites.sections.list(organization, site)) {
    if (!section.default) continue;
    await lectern.sites.sections.update(organization, site, section.id, {
      title: "Guides",
      icon: "book-open",
    });
  }
  for await (const { id, space } of lectern.sites.siteSpaces.list(organization, site)) {
    if (space.id !== spaces.german) continue;
    const look = await lookOf(run, "docs.de", spaces);
    await lectern.sites.siteSpaces.overrideCustomization(organization, site, id, look);
  }
  return publish(run, site);
}

interface NewSite {
  readonly title: string;
  /** Its part of the address, and what its look is called in the folder. */
  readonly name: string;
  readonly spaces: readonly string[];
}

/** What a look names with a dollar, such as `$mark`: ids of spaces and addresses of files. */
type LookNames = Readonly<Record<string, string>>;

/** A site in its look, not published yet. */
async function siteOf(
  run: DemoRun,
  { title, name, spaces }: NewSite,
  named: LookNames = {},
): Promise<string> {
  const { lectern, organization } = run;
  const { id } = await lectern.sites.create(organization, { title, visibility: "public", spaces });
  await lectern.sites.update(organization, id, { basename: name });
  const look = await lookOf(run, name, named);
  const current = await lectern.sites.customization.get(organization, id);
  const styling = { ...current.styling, ...look.styling };
  await lectern.sites.customization.update(organization, id, { ...current, ...look, styling });
  return id;
}

async function lookOf(
  { folder }: DemoRun,
  name: string,
  named: LookNames,
): Promise<Partial<UpdateSiteCustomizationSettings>> {
  const text = await readFile(join(folder, `${name}.json`), "utf8");
  return JSON.parse(text.replace(/\$(\w+)/g, (whole, key: string) => named[key] ?? whole));
}

async function publish({ lectern, organization }: DemoRun, site: string): Promise<string> {
  const { urls } = await lectern.sites.publish(organization, site);
  return urls.published ?? "";
}
