import fc from "fast-check";
import { expect, test } from "vitest";
import { segmentsBelow } from "../../../engine/siteAddress.ts";
import { arrange, chooseVariant } from "./arrange.ts";
import type { PublishedSite } from "./publishedSite.ts";

/** Few, so that pages, sections and variants often have the same. */
const name = fc.constantFrom("a", "b", "c");
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 3 });

/** A site as far as the places of its pages depend on it. */
function siteOf(sections: readonly { path: string; variants: readonly string[] }[]): PublishedSite {
  const variants = sections.flatMap(({ path, variants: inside }) =>
    inside.map((own) => ({ id: `${path}/${own}`, section: path, path: own, condition: null })),
  );
  return {
    site: { default_site_section_id: null, default_site_space_id: null },
    sections: sections.map(({ path }) => ({ id: path, path, condition: null, defaultVariant: null })),
    links: [],
    variants,
  } as unknown as PublishedSite;
}

test("each page of each variant has an address, and no two have the same", () => {
  const section = fc.record({ path: name, variants: names });
  const sections = fc.uniqueArray(section, { selector: ({ path }) => path, minLength: 1, maxLength: 3 });
  const paths = fc.array(fc.array(name, { maxLength: 4 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(sections, paths, (divided, asked) => {
      const arrangement = arrange(siteOf(divided), () => true);
      for (const { variants } of arrangement.sections)
        for (const { id, steps } of variants)
          for (const path of asked) {
            const found = chooseVariant(arrangement, segmentsBelow(steps, path));
            expect([found?.variant.id, found?.rest]).toEqual([id, path]);
          }
    }),
    { numRuns: 500 },
  );
});
