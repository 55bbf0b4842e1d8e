import { expect, test } from "vitest";
import { parsed } from "./parsed.fixture.ts";
import { referencedPaths } from "./paths.ts";

test.each<[source: string, paths: string[]]>([
  ["true", []],
  ["visitor.claims.plan === 'pro'", ["visitor.claims.plan"]],
  ["visitor?.claims?.plan", ["visitor.claims.plan"]],
  ["(visitor?.claims).plan", ["visitor.claims.plan"]],
  ["a.b && a.b || c", ["a.b", "c"]],
  ["a['b'][0]['c d']", ['a.b["0"]["c d"]']],
  ["a[b.c].d", ["a", "b.c"]],
  ["a.email.endsWith(b.domain)", ["a.email", "b.domain"]],
  ["a.trim().length", ["a"]],
  ["a.groups.some(g => g.name === b.name)", ["a.groups", "b.name"]],
  ["a.some((b, c) => b.x && c && d.some(e => e === b)) && b.y", ["a", "d", "b.y"]],
  ["`${a.b}` in (c ? [d] : -e)", ["a.b", "c", "d", "e"]],
])("%s", (source, paths) => {
  expect(referencedPaths(parsed(source))).toEqual(paths);
});
