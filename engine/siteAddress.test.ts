import { expect, test } from "vitest";
import { segmentsBelow, segmentsOnSite } from "./siteAddress.ts";

const names = { organization: "acme", basename: "docs" };
const shared = { sites: "http://sites.test:4001", sitesDomain: undefined };
const domain = { sites: "https://docs.host", sitesDomain: "docs.host" };
const moved = { ...names, hostname: "docs.acme.example", proxy: '{"origin":"acme.example/help/docs"}' };

test.each([
  [shared, names, "http://sites.test:4001/acme/docs", []],
  [shared, names, "https://SITES.test.:4001//ACME/%64ocs/a%20b/C?d#e", ["a b", "C"]],
  [shared, names, "http://sites.test:4001/acme/docs/%zz", ["%zz"]],
  [domain, names, "https://acme.docs.host/docs/a", ["a"]],
  [shared, moved, "https://docs.acme.example/a/", ["a"]],
  [shared, moved, "https://acme.example/help/docs/a", ["a"]],
  [shared, moved, "http://sites.test:4001/acme/docs/a", ["a"]],
  [shared, names, "http://sites.test/acme/docs/a", undefined],
  [shared, names, "http://sites.test:4001/acme/", undefined],
  [shared, names, "http://sites.test:4001/acme/docs-login", undefined],
  [shared, names, "http://sites.test:4001/acme/%2e%2e/docs", undefined],
  [domain, names, "https://other.docs.host/docs/a", undefined],
  [shared, moved, "https://acme.example/help", undefined],
])("below a site (%j, %j): %s", (origin, site, address, segments) => {
  expect(segmentsOnSite(origin, site, address)).toEqual(segments);
});

/** The steps of a site's default variant. */
const steps = (section: string, sections: string[], variant: string, variants: string[]) => [
  { own: section, isDefault: true, beside: new Set(sections) },
  { own: variant, isDefault: true, beside: new Set(variants) },
];

test.each([
  [steps("guides", ["api"], "v2", ["v1"]), "start", "start"],
  [steps("guides", ["api"], "v2", ["v1"]), "", ""],
  [steps("guides", ["api"], "v2", ["v1"]), "api", "guides/api"],
  [steps("guides", ["api"], "v2", ["v1"]), "API/keys", "guides/API/keys"],
  [steps("guides", ["api"], "v2", ["v1"]), "v1", "v2/v1"],
  [steps("guides", ["api", "v2"], "v2", ["v1"]), "v1", "guides/v2/v1"],
  [steps("guides", ["api"], "v2", ["v1"]), "guides", "guides"],
  [steps("guides", ["api"], "v2", ["v1"]), "guides/start", "guides/start"],
  [steps("guides", ["api"], "v2", ["v1"]), "guides/api", "guides/guides/api"],
  [steps("guides", ["api"], "v2", ["v1"]), "guides/guides", "guides/guides/guides"],
  [steps("guides", [], "v2", []), "guides/guides", "guides/guides"],
])("the address of a page below its site", (names, path, address) => {
  expect(segmentsBelow(names, path.split("/").filter(Boolean)).join("/")).toBe(address);
});
