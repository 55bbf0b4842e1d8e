/** Sites as nobody reads them yet: opened by a signed address, for an hour. */
import { type Params, prepared } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import { type PreviewGrant, readPreview } from "../../nouns/sites/publishing/previewToken.ts";
import type { PublishedSite } from "./publishedSite.ts";
import { ANYBODY, type Visitor } from "./visitor.ts";

/** A site as a preview shows it. */
export interface Previewed {
  readonly published: PublishedSite;
  readonly visitor: Visitor;
  /** What the address has between the site's prefix and the rest, with a slash at its end. */
  readonly inside: string;
  readonly rest: readonly string[];
}

/** Whether a path asks for what only previews show. */
export function asksForPreview(rest: readonly string[]): boolean {
  return isOurs(rest[0]) && ["preview", "changes", "revisions"].includes(rest[1] ?? "");
}

const isOurs = (segment: string | undefined): boolean =>
  segment === "~" || segment?.toLowerCase() === "~gitbook";

/** What the address of a preview shows; undefined for one that is forged, too old or another site's. */
export async function readPreviewed(
  deps: Pick<Deps, "db" | "secrets" | "clock">,
  published: PublishedSite,
  [, name, token, ...rest]: readonly string[],
): Promise<Previewed | undefined> {
  if (name !== "preview" || token === undefined) return undefined;
  const grant = await readPreview(deps.secrets, published.site.id, token, deps.clock.now());
  if (grant === undefined) return undefined;
  const claims = grant.claims === undefined ? ANYBODY.claims : { unsigned: {}, ...grant.claims };
  const shown = { published, visitor: { isSignedIn: true, claims }, inside: `~/preview/${token}/`, rest };
  return asksForPreview(rest) ? withDraft(deps, shown, grant) : shown;
}

/** The same with the variant of the grant alone, as it is in a change request or a revision of its space. */
async function withDraft(
  deps: Pick<Deps, "db">,
  shown: Previewed,
  grant: PreviewGrant,
): Promise<Previewed | undefined> {
  const [, kind, id = "", ...rest] = shown.rest;
  const variant = shown.published.variants.find((each) => each.id === grant.siteSpace);
  if (variant === undefined || (kind !== "changes" && kind !== "revisions")) return undefined;
  const root = await (kind === "changes" ? rootOfChange : rootOfRevision)(deps, variant.space, id);
  if (root === undefined) return undefined;
  const alone = { ...variant, section: null, condition: null, root };
  return {
    ...shown,
    published: { ...shown.published, sections: [], variants: [alone] },
    inside: `${shown.inside}~/${kind}/${id}/`,
    rest,
  };
}

const changeByNumber = prepared((read, p: Params<{ space: string; number: number }>) =>
  read
    .selectFrom("change_requests")
    .innerJoin("revisions", "revisions.id", "change_requests.head")
    .select("revisions.root")
    .where("change_requests.space_id", "=", p("space"))
    .where("change_requests.number", "=", p("number")),
);

const revisionById = prepared((read, p: Params<{ space: string; id: string }>) =>
  read.selectFrom("revisions").select("root").where("space_id", "=", p("space")).where("id", "=", p("id")),
);

async function rootOfChange(
  deps: Pick<Deps, "db">,
  space: string,
  number: string,
): Promise<string | undefined> {
  if (!/^[1-9]\d{0,8}$/.test(number)) return undefined;
  return (await changeByNumber.first(deps.db.read, { space, number: Number(number) }))?.root;
}

async function rootOfRevision(
  deps: Pick<Deps, "db">,
  space: string,
  id: string,
): Promise<string | undefined> {
  return (await revisionById.first(deps.db.read, { space, id }))?.root;
}
