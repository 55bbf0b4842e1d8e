/** What a host is asked about the pull request that a space proposes, as its own documentation says. */
import { describe, expect, test } from "vitest";
import type { Host, HostApi, HostRequest } from "./host.ts";
import { hostWithApi } from "./hosts.ts";
import { findOpen } from "./putProposal.ts";

type Provider = "github" | "gitlab" | "gitea" | "bitbucket";
const api = (provider: Provider): HostApi => (hostWithApi(provider) as Host).api("acme/docs");

describe("a pull request of our own", () => {
  const between = { from: "lectern/s1", to: "main" };
  const proposal = { ...between, title: "Update Home", body: "More." };
  /** Ours are those of the repository itself; a fork may have a branch of the same name. */
  const pull = (number: number, { fork: id = 7 } = {}) => ({
    number,
    html_url: `https://h/${number}`,
    head: { ref: "lectern/s1", repo: { id } },
    base: { ref: "main", repo: { id: 7 } },
  });
  const ofRepositories = (source: string, destination: string) => ({
    source: { repository: { full_name: source } },
    destination: { repository: { full_name: destination } },
  });
  const PROPOSALS: readonly [Provider, string, object, unknown, unknown][] = [
    [
      "github",
      "/repos/acme/docs/pulls?state=open&head=acme%3Alectern%2Fs1&per_page=100&page=1",
      {
        path: "/repos/acme/docs/pulls",
        body: { title: "Update Home", body: "More.", head: "lectern/s1", base: "main" },
      },
      [
        pull(2, { fork: 8 }),
        { ...pull(3), base: { ref: "other", repo: { id: 7 } } },
        { ...pull(3), head: { ref: "lectern/s1", repo: null }, base: { ref: "main" } },
        pull(4),
      ],
      { number: 4, html_url: "https://h/4" },
    ],
    [
      "gitea",
      "/repos/acme/docs/pulls?state=open&limit=50&page=1",
      {
        path: "/repos/acme/docs/pulls",
        body: { title: "Update Home", body: "More.", head: "lectern/s1", base: "main" },
      },
      [pull(2, { fork: 8 }), pull(4)],
      { number: 4, html_url: "https://h/4" },
    ],
    [
      "gitlab",
      "/projects/acme%2Fdocs/merge_requests?state=opened&source_branch=lectern%2Fs1&target_branch=main&per_page=100&page=1",
      {
        path: "/projects/acme%2Fdocs/merge_requests",
        body: {
          source_branch: "lectern/s1",
          target_branch: "main",
          title: "Update Home",
          description: "More.",
        },
      },
      [
        { iid: 2, web_url: "https://h/2", source_project_id: 8, target_project_id: 7 },
        { iid: 3, web_url: "https://h/3" },
        { iid: 4, web_url: "https://h/4", source_project_id: 7, target_project_id: 7 },
      ],
      { id: 99, iid: 4, web_url: "https://h/4" },
    ],
    [
      "bitbucket",
      `/repositories/acme/docs/pullrequests?q=${encodeURIComponent('state="OPEN" AND source.branch.name="lectern/s1" AND destination.branch.name="main"')}&pagelen=50&page=1`,
      {
        path: "/repositories/acme/docs/pullrequests",
        body: { title: "Update Home", description: "More.", source: { branch: { name: "lectern/s1" } } },
      },
      {
        values: [
          { id: 2, links: { html: { href: "https://h/2" } }, ...ofRepositories("a/fork", "acme/docs") },
          { id: 3, links: { html: { href: "https://h/3" } } },
          { id: 4, links: { html: { href: "https://h/4" } }, ...ofRepositories("acme/docs", "acme/docs") },
        ],
      },
      { id: 4, links: { html: { href: "https://h/4" } } },
    ],
  ];

  test.each(PROPOSALS)("is looked for and opened on %s", (provider, path, asked, list, one) => {
    const { proposals, listProposals, findProposal, propose, openedProposal } = api(provider);
    expect(proposals(between, 1)).toEqual({ method: "GET", path });
    expect(findProposal(listProposals(list), between)).toEqual({ number: 4, url: "https://h/4" });
    expect(propose(proposal)).toMatchObject({ method: "POST", ...asked });
    expect(openedProposal(one)).toEqual({ number: 4, url: "https://h/4" });
    for (const nothing of [
      undefined,
      [],
      {},
      { number: 4 },
      { number: 4, html_url: "javascript:x" },
      { values: [] },
    ]) {
      expect(findProposal(listProposals(nothing), between)).toBeUndefined();
      expect(openedProposal(nothing)).toBeUndefined();
    }
  });

  test.each(PROPOSALS)(
    "is found on %s behind any number of others",
    async (provider, _path, _asked, list) => {
      const host = api(provider);
      const all = host.listProposals(list);
      const put = (listed: readonly unknown[]): unknown =>
        provider === "bitbucket" ? { values: listed } : listed;
      const parts = [all.slice(0, 1), all.slice(0, 1), all, []];
      let asked = 0;
      const ask = async ({ path }: HostRequest): Promise<unknown> => {
        expect(path.endsWith(`page=${(asked += 1)}`)).toBe(true);
        return put(parts[asked - 1] ?? []);
      };
      expect(await findOpen({ api: host, ask }, between)).toMatchObject({ number: 4 });
      expect(asked).toBe(3);
      parts.splice(2, 1);
      asked = 0;
      expect([await findOpen({ api: host, ask }, between), asked]).toEqual([undefined, 3]);
    },
  );
});
