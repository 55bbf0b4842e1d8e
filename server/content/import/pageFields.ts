import type { PagePatch } from "../../../engine/changePage.ts";
import { sameJson } from "../../../engine/json.ts";
import type { Json, JsonObject } from "../../../engine/json.ts";
import type { Page } from "../../../engine/page.ts";
import type { PageMeta } from "../../../engine/markdown/pageMeta.ts";
import { fieldsOfMeta } from "../metaFields.ts";

/** Everything that a source says about a page: what it leaves out is cleared. */
const CLEARED = {
  description: null,
  icon: null,
  emoji: null,
  cover: null,
  hidden: null,
  noIndex: null,
  noRobotsIndex: null,
  tags: null,
  variables: null,
  condition: null,
  layout: null,
  extra: null,
  target: null,
  computed: null,
} satisfies PagePatch;

/** The fields of a page as its source has them; the slug is decided elsewhere. */
export function importedFields(
  title: string,
  meta: PageMeta,
  {
    target,
    computed,
  }: { readonly target?: JsonObject | undefined; readonly computed?: JsonObject | undefined },
): PagePatch {
  return {
    ...CLEARED,
    ...(fieldsOfMeta(meta) as PagePatch),
    title: title.trim(),
    ...(target === undefined ? {} : { target }),
    ...(computed === undefined ? {} : { computed }),
  };
}

/** Those of the fields that differ from what a page has. */
export function changedFields(page: Page, fields: PagePatch): PagePatch {
  const changed = Object.entries(fields).filter(([name, value]) => {
    const now = page[name as keyof Page] as Json | undefined;
    const next = value === null || value === "" || value === false ? undefined : (value as Json);
    return now === undefined || next === undefined ? now !== next : !sameJson(now, next);
  });
  return Object.fromEntries(changed);
}
