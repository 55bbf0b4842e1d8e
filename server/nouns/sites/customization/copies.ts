/** Copies of the pictures and fonts that a site's look names elsewhere: readers ask no other host for them. */
import { enqueue } from "../../../db/jobs.ts";
import { type Params, prepared, type Read } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import type { RunningChange } from "../../../http/change.ts";
import type { SiteKey } from "../site/present.ts";
import { type SiteCustomization, siteCustomization, variantCustomization } from "./settings.ts";

export const SITE_COPIES = "site-copies";

/** Most addresses that one site's looks may name; what is beyond them is not shown. */
const MOST = 100;

type Site = SiteKey & Pick<Row<"sites">, "customization">;

/** A file that a look names. */
export interface NamedFile {
  readonly url: string;
  readonly kind: "picture" | "font";
}

const picture = (url: string | undefined): NamedFile[] =>
  url === undefined ? [] : [{ url, kind: "picture" }];
const themed = (pair: { readonly light: string; readonly dark: string } | undefined): NamedFile[] =>
  pair === undefined ? [] : [...picture(pair.light), ...picture(pair.dark)];

type Font = SiteCustomization["styling"]["font"] | SiteCustomization["styling"]["monospaceFont"];

function fontFiles(font: Font): NamedFile[] {
  if (typeof font === "string") return [];
  return font.fontFaces.flatMap(({ sources }) => sources.map(({ url }) => ({ url, kind: "font" as const })));
}

/** The files that a look names, in no order, some perhaps twice. */
function filesOf({ styling, header, footer, favicon, socialPreview }: SiteCustomization): NamedFile[] {
  return [
    ...themed(header.logo),
    ...themed(footer.logo),
    ...("icon" in favicon ? themed(favicon.icon) : []),
    ...picture(socialPreview.url),
    ...fontFiles(styling.font),
    ...fontFiles(styling.monospaceFont),
  ];
}

/** The files elsewhere that the looks of a site and its variants name, each once. Files of our own need no copy. */
export async function filesElsewhere(read: Read, site: Site, ownOrigin: string): Promise<NamedFile[]> {
  const variants = await read
    .selectFrom("site_spaces")
    .select("customization")
    .where("organization_id", "=", site.organization_id)
    .where("site_id", "=", site.id)
    .where("customization", "is not", null)
    .execute();
  const looks = [
    siteCustomization(site),
    ...variants.map(({ customization }) => variantCustomization(site, customization)),
  ];
  const named = new Map<string, NamedFile>();
  for (const file of looks.flatMap(filesOf)) {
    if (/^https?:\/\//i.test(file.url) && !file.url.startsWith(`${ownOrigin}/`)) named.set(file.url, file);
  }
  return [...named.values()].slice(0, MOST);
}

/** Queues what makes the copies of a site what its looks name. */
export function queueCopies({ tx, now, newId }: RunningChange, site: SiteKey): Promise<void> {
  const organization = site.organization_id;
  return enqueue(tx, {
    id: newId(),
    kind: SITE_COPIES,
    key: `${SITE_COPIES}:${site.id}`,
    payload: { organization, site: site.id },
    organization,
    due: now,
    now,
  });
}

const COLUMNS = ["organization_id", "id", "url", "hash", "width", "height"] as const;

/** A copy as pages know it: all but its bytes. */
export type Copy = Pick<Row<"site_copies">, (typeof COLUMNS)[number]>;

const ofSite = prepared((read, p: Params<{ organization: string; site: string }>) =>
  read
    .selectFrom("site_copies")
    .select(COLUMNS)
    .where("organization_id", "=", p("organization"))
    .where("site_id", "=", p("site"))
    .where("hash", "is not", null),
);

/** The copies of a site by the addresses of what they are of. */
export async function copiesOf(
  read: Read,
  { organization_id: organization, id: site }: SiteKey,
): Promise<ReadonlyMap<string, Copy>> {
  const rows = await ofSite.all(read, { organization, site });
  return new Map(rows.map((row) => [row.url, row]));
}

/** Where a copy is served, within the sites' origin. */
export function copyPath({
  organization_id,
  id,
  hash,
}: Pick<Copy, "organization_id" | "id" | "hash">): string {
  return `/~/copies/${organization_id}/${id}/${hash?.slice(0, 24)}`;
}

const byId = prepared((read, p: Params<{ organization: string; id: string }>) =>
  read
    .selectFrom("site_copies")
    .selectAll()
    .where("organization_id", "=", p("organization"))
    .where("id", "=", p("id")),
);

export function findCopy(
  read: Read,
  organization: string,
  id: string,
): Promise<Row<"site_copies"> | undefined> {
  return byId.first(read, { organization, id });
}
