/** Reading with the token of a site, as renderers elsewhere do, beside the same with a user's. */
import { compare } from "../compare.ts";
import { authorized } from "../fixture.ts";
import { wire } from "../request.ts";
import { result, type Row } from "./row.ts";
import { call, makeSite } from "./sites.ts";

const PAGES = 20;

export const siteTokens: Row = {
  name: "a space, a page, a document by a site's token",
  async run({ fixture, loader, pace }) {
    const { api, space } = await makeSite(fixture, "Rendered elsewhere");
    const changes = Array.from({ length: PAGES }, (_, at) => ({
      operation: "insert_page",
      title: `Page ${at}`,
      document: { markdown: `# Page ${at}\n\n${"Words of a page. ".repeat(50)}` },
    }));
    const made = await call(fixture, "POST", `/spaces/${space}/content`, { changes });
    const { urls } = await call(fixture, "GET", api);
    const { apiToken } = await call(fixture, "POST", "/urls/published", { url: urls.published });
    const { revision } = await call(fixture, "GET", `/spaces/${space}`);
    const at = `/v1/spaces/${space}/revisions/${revision}/page`;
    const pages = made.changes.map(({ page }: { readonly page: string }) => page) as string[];
    const { pid, port } = fixture.ours;
    const kinds = {
      space: [`/v1/spaces/${space}`],
      page: pages.map((page) => `${at}/${page}?format=markdown`),
      document: pages.map((page) => `${at}/${page}/document`),
    };
    const results = [];
    for (const [kind, paths] of Object.entries(kinds)) {
      const sideOf = (headers: Readonly<Record<string, string>>) => ({
        pid,
        port,
        requests: paths.map((path) => wire("GET", path, headers)),
        status: 200,
      });
      const ours = sideOf({ authorization: `Bearer ${apiToken}` });
      const compared = await compare(loader, ours, sideOf(authorized), pace);
      results.push(result(`a ${kind} by a site's token`, compared, { of: "ratio", least: 1 }));
    }
    return results;
  },
};
