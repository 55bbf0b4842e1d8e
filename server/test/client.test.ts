/**
 * The public platform's own client library, unchanged, against this server on a socket: a team's week, told in the
 * library's words. What it sends, how it writes queries and bodies, and what it reads of answers is all its own.
 */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { GitBookAPI, GitBookAPIError } from "@gitbook/api";
// The library's own declarations name this file without its ending, which strict resolution does not find.
import type * as Library from "../../node_modules/@gitbook/api/dist/client.d.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useWorld } from "./harness.ts";

type Client = GitBookAPI & Library.Api<unknown>;

const world = useWorld();
let endpoint: string;
/** The administrator who sets everything up, and the writer who works in it. */
let admin: Client;
let writer: Client;
let writerId: string;

const open = (authToken?: string): Client =>
  new GitBookAPI({ endpoint, ...(authToken === undefined ? {} : { authToken }) }) as Client;

/** What is imported, by where it is. */
const MANUAL: Readonly<Record<string, string>> = {
  "/start.md": "# Start\n\nTurn the key.\n",
  "/oil.md": "# Oil\n\nOf the best kind.\n",
};
let manual: string;
let server: Server;

beforeAll(async () => {
  server = createServer(({ url = "" }, response) => void response.end(MANUAL[url]));
  await once(server.listen(0, "127.0.0.1"), "listening");
  manual = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  endpoint = await world().app.listen({ host: "127.0.0.1", port: 0 });
  const ada = await world().addPerson("ada", "admin");
  const will = await world().addPerson("will", "create");
  writerId = will.id;
  admin = open(ada.token);
  writer = open(will.token);
});

/** What the library throws when an answer is an error. */
async function refused(call: Promise<unknown>): Promise<GitBookAPIError> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(outcome).toBeInstanceOf(GitBookAPIError);
  return outcome as GitBookAPIError;
}

afterAll(() => void server.close());

describe("the public client library", () => {
  test("signs in and finds its way", async () => {
    const { data: about } = await admin.getApiInformation();
    expect(about.version).toMatch(/^\d+\.\d+/);
    const { data: me } = await writer.user.getAuthenticatedUser();
    expect(me).toMatchObject({ object: "user", id: writerId, displayName: "will" });
    const { data: organizations } = await writer.orgs.listOrganizationsForAuthenticatedUser({ limit: 10 });
    expect(organizations.items.map(({ id }) => id)).toEqual([world().organization]);
    expect((await writer.users.getUserById(writerId)).data.id).toBe(writerId);
  });

  test("arranges people, teams, collections and spaces", async () => {
    const { organization } = world();
    const { data: team } = await admin.orgs.createOrganizationTeam(organization, { title: "Writers" });
    await admin.orgs.addMemberToOrganizationTeamById(organization, team.id, writerId, {
      role: "member" as Library.TeamMemberRole,
    });
    const { data: members } = await admin.orgs.listTeamMembersInOrganizationById(organization, team.id, {});
    expect(members.items.map(({ organization: member }) => member.id)).toEqual([writerId]);
    const { data: handbooks } = await admin.orgs.createCollection(organization, { title: "Handbooks" });
    const { data: space } = await admin.orgs.createSpace(organization, {
      title: "Operations",
      parent: handbooks.id,
    });
    await admin.collections.inviteToCollection(handbooks.id, {
      teams: [team.id],
      role: "edit" as Library.MemberRole,
    });
    const { data: inside } = await writer.collections.listSpacesInCollectionById(handbooks.id, {});
    expect(inside.items.map(({ id }) => id)).toEqual([space.id]);
    expect(inside.items[0]?.permissions.edit).toBe(true);
    const copy = await admin.spaces.duplicateSpace(space.id);
    expect(copy.data.id).not.toBe(space.id);
    await admin.spaces.deleteSpaceById(copy.data.id);
    const { data: all } = await admin.orgs.listSpacesInOrganizationById(organization, { limit: 1 });
    expect(all).toMatchObject({ count: 1, items: [{ id: space.id }] });
    const { data: found } = await admin.orgs.searchOrganizationContent(organization, { query: "nothing" });
    expect(found.items).toEqual([]);
  });

  test("goes through a list page after page", async () => {
    const { organization } = world();
    for (const title of ["One", "Two", "Three"]) await admin.orgs.createSpace(organization, { title });
    const seen: string[] = [];
    let page: string | undefined;
    do {
      const { data } = await admin.orgs.listSpacesInOrganizationById(organization, {
        limit: 2,
        ...(page === undefined ? {} : { page }),
      });
      seen.push(...data.items.map(({ title }) => title));
      page = data.next?.page;
    } while (page !== undefined);
    expect(seen.toSorted()).toEqual(["One", "Operations", "Three", "Two"]);
  });

  test("writes, reviews and merges", async () => {
    const { organization } = world();
    const { data: space } = await admin.orgs.createSpace(organization, { title: "Manual" });
    await admin.spaces.inviteToSpace(space.id, { users: [writerId], role: "create" as Library.MemberRole });
    await admin.spaces.importContent(space.id, {
      url: `${manual}/start.md`,
      source: "markdown" as Library.ImportContentSource,
    });
    const { data: pages } = await writer.spaces.listPages(space.id, { metadata: false });
    const [start] = pages.pages;
    if (start === undefined) throw new Error("The import made no page.");
    const { data: page } = await writer.spaces.getPageById(space.id, start.id, { format: "markdown" });
    expect(page).toMatchObject({ type: "document", title: "Start" });
    const { data: byPath } = await writer.spaces.getPageByPath(space.id, "start", {});
    expect(byPath.id).toBe(start.id);

    const { data: request } = await writer.spaces.createChangeRequest(space.id, { subject: "Oil first" });
    expect(request.status).toBe("draft");
    const { id } = request;
    await writer.spaces.updateChangeRequestById(space.id, id, { status: "open" });
    const { data: thread } = await admin.spaces.postCommentInChangeRequest(space.id, id, {
      body: { markdown: "Which oil?" },
    });
    await writer.spaces.postCommentReplyInChangeRequest(space.id, id, thread.id, {
      body: { markdown: "Yours." },
    });
    const { data: comments } = await admin.spaces.listCommentsInChangeRequest(space.id, id, {
      status: "all",
    });
    expect(comments.items.map(({ replies }) => replies)).toEqual([1]);
    await admin.spaces.submitChangeRequestReview(space.id, id, {
      status: "approved" as Library.ChangeRequestReviewStatus,
    });
    const { data: reviews } = await writer.spaces.getReviewsByChangeRequestId(space.id, id, {});
    expect(reviews.items.map(({ status }) => status)).toEqual(["approved"]);
    await writer.spaces.importContentInChangeRequestPageById(space.id, id, start.id, {
      url: `${manual}/oil.md`,
      source: "markdown" as Library.ImportContentSource,
    });
    const { data: changes } = await admin.spaces.getChangeRequestChanges(space.id, id, {});
    expect(changes.changes.length).toBeGreaterThan(0);
    const { data: merged } = await writer.spaces.mergeChangeRequest(space.id, id);
    expect(merged.result).toBe("merge");
    const { data: oil } = await admin.spaces.getPageByPath(space.id, encodeURIComponent("start/oil"), {
      format: "markdown",
    });
    expect(oil).toMatchObject({ title: "Oil", markdown: expect.stringContaining("Of the best kind.") });
    const { data: listed } = await admin.spaces.listChangeRequestsForSpace(space.id, {
      status: "merged" as Library.ChangeRequestStatus,
    });
    expect(listed.items.map(({ subject }) => subject)).toEqual(["Oil first"]);
  });

  test("publishes, shares and looks addresses up", async () => {
    const { organization } = world();
    const { data: space } = await admin.orgs.createSpace(organization, { title: "Public" });
    const { data: site } = await admin.orgs.createSite(organization, {
      title: "Help",
      visibility: "public" as Library.SiteVisibility,
      spaces: [space.id],
    });
    await admin.orgs.publishSite(organization, site.id);
    const { data: link } = await admin.orgs.createSiteShareLink(organization, site.id, { name: "Partners" });
    expect(link.active).toBe(true);
    const { data: section } = await admin.orgs.addSectionToSite(organization, site.id, {
      title: "More",
      spaceId: (await admin.orgs.createSpace(organization, { title: "More" })).data.id,
    } as never);
    const { data: sections } = await admin.orgs.listSiteSections(organization, site.id, {});
    expect(sections.items.map(({ id }) => id)).toContain(section.id);
    const { data: published } = await admin.orgs.getSiteById(organization, site.id);
    expect(published.published).toBe(true);
    const url = published.urls.published;
    if (url === undefined) throw new Error("A published site has an address.");
    const { data: found } = await admin.urls.getPublishedContentByUrl({ url });
    expect(found).toMatchObject({ site: site.id });
    const { data: sites } = await admin.orgs.listSites(organization, { title: "Help" } as never);
    expect(sites.items.map(({ id }) => id)).toEqual([site.id]);
  });

  test("throws errors that say what was wrong", async () => {
    const { organization } = world();
    const nobody = open();
    expect((await refused(nobody.user.getAuthenticatedUser())).code).toBe(401);
    expect((await refused(writer.spaces.getSpaceById("nowhere"))).code).toBe(404);
    const denied = await refused(writer.orgs.updateOrganizationById(organization, { title: "Mine" }));
    expect(denied.code).toBe(403);
    const wrong = await refused(admin.orgs.createSpace(organization, { title: "t".repeat(51) }));
    expect([wrong.code, wrong.errorMessage]).toEqual([400, expect.stringContaining("title")]);
  });
});
