import { beforeAll, describe, expect, test } from "vitest";
import { toDocument } from "../../../engine/document/toDocument.ts";
import { parse } from "../../../engine/markdown/parse.ts";
import { type Person, useWorld } from "../../test/harness.ts";

const documentOf = (markdown: string) => toDocument(parse(markdown).document);

const world = useWorld();
let ana: Person;
let ben: Person;
let reviewer: Person;
let reader: Person;
let guest: Person;
let stranger: Person;
let space: string;
let request: { id: string; number: number };

beforeAll(async () => {
  ana = await world().addPerson("ana", "comment");
  ben = await world().addPerson("ben", "comment");
  reviewer = await world().addPerson("rita", "review");
  reader = await world().addPerson("rhea", "read");
  guest = await world().addPerson("gus", null);
  stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
  const owner = await world().addPerson("olga", "admin");
  space = (await world().post(`/orgs/${world().organization}/spaces`, { title: "Guide" }, owner)).body.id;
  request = (await world().post(`/spaces/${space}/change-requests`, {}, owner)).body;
});

const markdown = (text: string) => ({ body: { markdown: text } });
const problemOf = ({ status, body }: { status: number; body: any }) => [status, body.error.details?.[0].path];

describe.each([
  ["a space", () => `/spaces/${space}`],
  ["a change request", () => `/spaces/${space}/change-requests/${request.number}`],
] as const)("comments on %s", (where, place) => {
  const comments = () => `${place()}/comments`;
  const post = (text = "Why?", as: Person | undefined = ana) => world().post(comments(), markdown(text), as);
  const newComment = async (text?: string, as?: Person): Promise<string> => (await post(text, as)).body.id;
  const at = (comment: string) => `${comments()}/${comment}`;
  const counted = async () => (await world().get(place(), reader)).body.comments as number;
  const newReply = async (comment: string, as = ben): Promise<string> => {
    const reply = await world().post(`${at(comment)}/replies`, markdown("Because."), as);
    expect(reply.status).toBe(200);
    return `${at(comment)}/replies/${reply.body.id}`;
  };

  describe("postCommentInSpace, postCommentInChangeRequest", () => {
    test("keeps what is said as it was sent, and counts it", async () => {
      const before = await counted();
      const text = "  **Why** <script>alert(1)</script>\r\n\r\n";
      const { status, body, headers } = await post(text);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        object: "comment",
        body: { markdown: text },
        postedBy: { id: ana.id, displayName: "ana" },
        status: "open",
        replies: 0,
        reactions: [],
        permissions: { view: true, edit: true, reply: true, delete: true },
        target: { space, ...(where === "a space" ? {} : { changeRequest: request.id }) },
      });
      expect(body).not.toHaveProperty("editedAt");
      expect(body.target).not.toHaveProperty("page");
      expect(headers["location"]).toBe(body.urls.location);
      const path = String(headers["location"]).replace("http://app.test", "");
      expect((await world().get(path, ana)).body).toEqual(body);
      expect(await counted()).toBe(before + 1);
    });

    test.each([
      [{}, "/body"],
      [{ body: {} }, "/body/markdown"],
      [markdown(" \n"), "/body/markdown"],
      [markdown("x".repeat(10_001)), "/body/markdown"],
      [{ body: { document: { object: "document" } } }, "/body/document/nodes"],
      [markdown("\0"), "/body/markdown"],
      [{ ...markdown("x"), page: "absent" }, "/page"],
      [{ ...markdown("x"), node: "absent" }, "/page"],
      [{ ...markdown("x"), tableCell: { record: "a", definition: "b" } }, "/tableCell"],
      [{ ...markdown("x"), resolved: true }, "/resolved"],
    ])("refuses %j", async (body, path) => {
      const before = await counted();
      expect(problemOf(await world().post(comments(), body, ana))).toEqual([400, path]);
      expect(await counted()).toBe(before);
    });

    test("takes as many characters as it says, whatever they are made of", async () => {
      expect((await post("😀".repeat(10_000))).status).toBe(200);
    });

    test("is for those who may comment", async () => {
      expect((await world().post(comments(), markdown("x"))).status).toBe(401);
      expect((await post("x", reader)).status).toBe(403);
      expect((await post("x", guest)).status).toBe(404);
      expect((await post("x", stranger)).status).toBe(404);
    });

    test("happens once under one idempotency key", async () => {
      const before = await counted();
      const send = () =>
        world().post(comments(), markdown("Once"), ana, { "idempotency-key": `once-${where.length}` });
      const [first, second] = [await send(), await send()];
      expect(second.body).toEqual(first.body);
      expect(await counted()).toBe(before + 1);
    });
  });

  describe("getCommentInSpace, getCommentInChangeRequest", () => {
    test("tells readers, with what they may do", async () => {
      const id = await newComment();
      const { status, body, headers } = await world().get(at(id), reader);
      expect(status).toBe(200);
      expect(body.permissions).toEqual({ view: true, edit: false, reply: false, delete: false });
      expect(headers["etag"]).toMatch(/^"1\./);
      const { permissions } = (await world().get(at(id), reviewer)).body;
      expect(permissions).toEqual({ view: true, edit: false, reply: true, delete: true });
      const again = await world().get(at(id), reader, { "if-none-match": String(headers["etag"]) });
      expect(again.status).toBe(304);
      expect((await world().get(at(id), stranger)).status).toBe(404);
      expect((await world().get(at(id))).status).toBe(401);
    });

    test("tells and takes texts as documents, too", async () => {
      const sent = documentOf("Is **this** right?");
      const { body, status } = await world().post(comments(), { body: { document: sent } }, ana);
      expect([status, body.body.markdown]).toEqual([200, "Is **this** right?"]);
      const one = await world().get(`${at(body.id)}?format=document`, reader);
      expect(one.body.body).toEqual({ document: JSON.parse(JSON.stringify(sent)) });
      expect((await world().get(`${at(body.id)}?format=markdown`, reader)).body.body).toEqual(body.body);
      const listed = await world().get(`${comments()}?format=document`, reader);
      expect(listed.body.items[0].body).toEqual(one.body.body);
      const reply = await world().post(`${at(body.id)}/replies`, { body: { document: sent } }, ben);
      const told = await world().get(`${at(body.id)}/replies/${reply.body.id}?format=document`, reader);
      expect(told.body.body).toEqual(one.body.body);
      const edited = { body: { document: documentOf("Yes.") } };
      expect((await world().put(at(body.id), edited, ana)).body.body).toEqual({ markdown: "Yes." });
    });

    test.each<[string, object, string]>([
      ["both forms", { markdown: "x", document: { object: "document", nodes: [] } }, "/body/document"],
      ["no document", { document: {} }, "/body/document/object"],
      [
        "a block of no type",
        { document: { object: "document", nodes: [{}] } },
        "/body/document/nodes/0/type",
      ],
      ["nothing said", { document: { object: "document", nodes: [] } }, "/body/document"],
      ["too much", { document: documentOf("x".repeat(10_001)) }, "/body/document"],
    ])("refuses %s", async (_, body, path) => {
      expect(problemOf(await world().post(comments(), { body }, ana))).toEqual([400, path]);
    });
  });

  describe("updateCommentInSpace, updateCommentInChangeRequest", () => {
    test("changes the text, which says when only if it is another one", async () => {
      const id = await newComment("One");
      const same = await world().put(at(id), markdown("One"), ana);
      expect(same.body).not.toHaveProperty("editedAt");
      const { body } = await world().put(at(id), markdown("Two"), ana);
      expect(body.body).toEqual({ markdown: "Two" });
      expect(Date.parse(body.editedAt)).toBeGreaterThanOrEqual(Date.parse(body.postedAt));
      expect((await world().put(at(id), {}, ana)).body).toEqual(body);
    });

    test("lets nobody else change the text, reviewers neither", async () => {
      const id = await newComment();
      for (const as of [ben, reviewer]) {
        expect((await world().put(at(id), markdown("Mine"), as)).status).toBe(403);
      }
      expect((await world().put(at(id), { resolved: true }, reader)).status).toBe(403);
      expect((await world().put(at(id), { resolved: true }, stranger)).status).toBe(404);
      expect((await world().put(at(id), { resolved: true })).status).toBe(401);
    });

    test("resolves and reopens, and counts what is open", async () => {
      const id = await newComment();
      const before = await counted();
      const resolved = await world().put(at(id), { resolved: true }, ben);
      expect(resolved.body).toMatchObject({ status: "resolved", resolvedBy: { id: ben.id } });
      expect(resolved.body.resolvedAt).toBeDefined();
      expect(resolved.body).not.toHaveProperty("editedAt");
      expect(await counted()).toBe(before - 1);
      const again = await world().put(at(id), { resolved: true }, ana);
      expect(again.body.resolvedBy.id).toBe(ben.id);
      expect(await counted()).toBe(before - 1);
      const open = await world().put(at(id), { resolved: false }, ana);
      expect(open.body.status).toBe("open");
      expect(open.body).not.toHaveProperty("resolvedAt");
      expect(open.body).not.toHaveProperty("resolvedBy");
      expect(await counted()).toBe(before);
    });

    test("adds and takes back reactions, each person's own", async () => {
      const id = await newComment();
      await world().put(at(id), { addedReactions: ["👍", "1f389"] }, ana);
      const { body } = await world().put(at(id), { addedReactions: ["🎉", "👍", "👍"] }, ben);
      expect(body.reactions.map(({ emoji, count }: any) => [emoji, count])).toEqual(
        expect.arrayContaining([
          ["👍", 2],
          ["🎉", 2],
        ]),
      );
      expect(body.reactions[0].users.map(({ user }: any) => user.id).toSorted()).toEqual(
        [ana.id, ben.id].toSorted(),
      );
      expect(body.reactions[0].users[0].reactedAt).toBeDefined();
      expect((await world().put(at(id), { addedReactions: ["🎉"] }, ben)).body).toEqual(body);
      const less = await world().put(
        at(id),
        { addedReactions: ["👍"], removedReactions: ["👍", "🎉", "🚀"] },
        ana,
      );
      expect(less.body.reactions.map(({ count }: any) => count)).toEqual([1, 1]);
      await world().put(at(id), { removedReactions: ["👍", "🎉"] }, ben);
      expect((await world().get(at(id), reader)).body.reactions).toEqual([]);
    });

    test("loses no reaction of two that race", async () => {
      const id = await newComment();
      await Promise.all(
        [ana, ben, reviewer, ana].map((as) => world().put(at(id), { addedReactions: ["👍"] }, as)),
      );
      expect((await world().get(at(id), reader)).body.reactions).toMatchObject([{ emoji: "👍", count: 3 }]);
    });

    test.each([
      [{ addedReactions: ["x"] }, "/addedReactions/0"],
      [{ addedReactions: ["👍", "👍👍"] }, "/addedReactions/1"],
      [{ removedReactions: ["<b>"] }, "/removedReactions/0"],
      [{ resolved: "yes" }, "/resolved"],
      [markdown(""), "/body/markdown"],
    ])("refuses %j", async (body, path) => {
      const id = await newComment();
      expect(problemOf(await world().put(at(id), body, ana))).toEqual([400, path]);
    });

    test("carries no more emojis than anybody can look at", async () => {
      const id = await newComment();
      const emojis = (from: number) =>
        Array.from({ length: 50 }, (_, at) => (0x1f400 + from + at).toString(16));
      expect((await world().put(at(id), { addedReactions: emojis(0) }, ana)).status).toBe(200);
      expect((await world().put(at(id), { addedReactions: ["1f680"] }, ben)).status).toBe(409);
      expect((await world().get(at(id), ben)).body.reactions).toHaveLength(50);
    });

    test("takes If-Match, which reactions and replies of others leave as it is", async () => {
      const id = await newComment("One");
      const tag = String((await world().get(at(id), ana)).headers["etag"]);
      await world().put(at(id), { addedReactions: ["👍"] }, ben);
      await newReply(id);
      expect((await world().put(at(id), markdown("Two"), ana, { "if-match": tag })).status).toBe(200);
      expect((await world().put(at(id), markdown("Three"), ana, { "if-match": tag })).status).toBe(412);
    });
  });

  describe("deleteCommentInSpace, deleteCommentInChangeRequest", () => {
    test("takes its replies along, once", async () => {
      const id = await newComment();
      const reply = await newReply(id);
      await world().put(reply, { addedReactions: ["👍"] }, ana);
      const before = await counted();
      expect((await world().delete(at(id), ana)).status).toBe(205);
      expect((await world().delete(at(id), ana)).status).toBe(404);
      for (const path of [at(id), reply, `${at(id)}/replies`]) {
        expect((await world().get(path, ana)).status).toBe(404);
      }
      expect(await counted()).toBe(before - 1);
      const { read } = world().deps.db;
      for (const table of ["comment_replies", "comment_reactions"] as const) {
        const left = await read.selectFrom(table).selectAll().where("comment_id", "=", id).execute();
        expect(left).toEqual([]);
      }
    });

    test("is for its author and for reviewers; a resolved one counts no more", async () => {
      const id = await newComment();
      expect((await world().delete(at(id), ben)).status).toBe(403);
      expect((await world().delete(at(id), stranger)).status).toBe(404);
      expect((await world().delete(at(id))).status).toBe(401);
      expect((await world().delete(at(id), ana, { "if-match": '"7.x"' })).status).toBe(412);
      await world().put(at(id), { resolved: true }, ana);
      const before = await counted();
      expect((await world().delete(at(id), reviewer)).status).toBe(205);
      expect(await counted()).toBe(before);
    });
  });

  describe("replies", () => {
    test("postCommentReplyInSpace, postCommentReplyInChangeRequest: counted, to open and resolved ones", async () => {
      const id = await newComment();
      const { status, body, headers } = await world().post(`${at(id)}/replies`, markdown("Because"), ben);
      expect(status).toBe(200);
      expect(body).toMatchObject({ object: "comment-reply", postedBy: { id: ben.id } });
      expect(headers["location"]).toBe(body.urls.location);
      await world().put(at(id), { resolved: true }, ana);
      await newReply(id, ana);
      expect((await world().get(at(id), reader)).body).toMatchObject({ replies: 2, status: "resolved" });
      expect((await world().post(`${at(id)}/replies`, markdown("x"), reader)).status).toBe(403);
      expect((await world().post(`${at(id)}/replies`, markdown("x"), stranger)).status).toBe(404);
      expect((await world().post(`${at(id)}/replies`, markdown("x"))).status).toBe(401);
      expect((await world().post(`${at("absent")}/replies`, markdown("x"), ben)).status).toBe(404);
      expect(problemOf(await world().post(`${at(id)}/replies`, {}, ben))).toEqual([400, "/body"]);
      const formatted = await world().post(`${at(id)}/replies?format=markdown`, markdown("x"), ben);
      expect(formatted.status).toBe(where === "a space" ? 400 : 200);
    });

    test("listCommentRepliesInSpace, listCommentRepliesInChangeRequest: in the order they came", async () => {
      const id = await newComment();
      const paths = [await newReply(id), await newReply(id, ana), await newReply(id)];
      const first = (await world().get(`${at(id)}/replies?limit=2`, reader)).body;
      expect([first.count, first.items.length]).toEqual([3, 2]);
      const next = (await world().get(`${at(id)}/replies?limit=2&page=${first.next.page}`, reader)).body;
      expect(next).not.toHaveProperty("next");
      const ids = [...first.items, ...next.items].map((reply: any) => reply.id);
      expect(new Set(ids)).toEqual(new Set(paths.map((path) => path.split("/").at(-1))));
      expect(problemOf(await world().get(`${at(id)}/replies?order=asc`, reader))).toEqual([400, "/order"]);
    });

    test("getCommentReplyInSpace, updateCommentReplyInSpace, …InChangeRequest", async () => {
      const path = await newReply(await newComment());
      const before = await world().get(path, reader);
      expect(before.body.permissions).toEqual({ view: true, edit: false, reply: false, delete: false });
      const { body } = await world().put(path, { ...markdown("Else"), addedReactions: ["👍"] }, ben);
      expect(body).toMatchObject({ body: { markdown: "Else" }, reactions: [{ emoji: "👍", count: 1 }] });
      expect(body.editedAt).toBeDefined();
      expect((await world().put(path, markdown("Mine"), reviewer)).status).toBe(403);
      expect((await world().put(path, { addedReactions: ["👍"] }, reader)).status).toBe(403);
      expect((await world().put(path, {}, stranger)).status).toBe(404);
      expect(problemOf(await world().put(path, { resolved: true }, ben))).toEqual([400, "/resolved"]);
      const stale = { "if-match": String(before.headers["etag"]) };
      expect((await world().put(path, markdown("Late"), ben, stale)).status).toBe(412);
    });

    test("deleteCommentReplyInSpace, deleteCommentReplyInChangeRequest", async () => {
      const comment = await newComment();
      const path = await newReply(comment);
      expect((await world().delete(path, ana)).status).toBe(403);
      expect((await world().delete(path, stranger)).status).toBe(404);
      expect((await world().delete(path, ben)).status).toBe(205);
      expect((await world().delete(path, ben)).status).toBe(404);
      expect((await world().get(at(comment), ana)).body.replies).toBe(0);
      expect((await world().delete(await newReply(comment), reviewer)).status).toBe(205);
    });
  });
});

test("updateCommentReplyInChangeRequest, getCommentReplyInChangeRequest: nothing under another parent", async () => {
  const owner = await world().addPerson("oren", "admin");
  const other = (await world().post(`/orgs/${world().organization}/spaces`, { title: "Other" }, owner)).body
    .id;
  const second = (await world().post(`/spaces/${space}/change-requests`, {}, owner)).body;
  const places = {
    space: `/spaces/${space}`,
    other: `/spaces/${other}`,
    request: `/spaces/${space}/change-requests/${request.id}`,
    second: `/spaces/${space}/change-requests/${second.number}`,
    // The number of a change request of one space is another one's in the next.
    foreign: `/spaces/${other}/change-requests/${request.number}`,
  };
  for (const place of ["space", "request"] as const) {
    const { body: comment } = await world().post(`${places[place]}/comments`, markdown("x"), owner);
    const { body: sibling } = await world().post(`${places[place]}/comments`, markdown("x"), owner);
    const to = `comments/${comment.id}/replies`;
    const { body: reply } = await world().post(`${places[place]}/${to}`, markdown("x"), owner);
    for (const [name, foreign] of Object.entries(places)) {
      const paths = [`${foreign}/comments/${comment.id}`, `${foreign}/${to}/${reply.id}`];
      for (const path of name === place ? [`${foreign}/comments/${sibling.id}/replies/${reply.id}`] : paths) {
        expect((await world().get(path, owner)).status).toBe(404);
        expect((await world().put(path, {}, owner)).status).toBe(404);
        expect((await world().delete(path, owner)).status).toBe(404);
      }
    }
  }
});
