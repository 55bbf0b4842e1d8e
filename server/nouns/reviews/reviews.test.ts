import { beforeAll, describe, expect, test } from "vitest";
import { toDocument } from "../../../engine/document/toDocument.ts";
import { parse } from "../../../engine/markdown/parse.ts";
import { type Person, useWorld } from "../../test/harness.ts";

const documentOf = (markdown: string) => toDocument(parse(markdown).document);

const world = useWorld();
let owner: Person;
let editor: Person;
let reviewer: Person;
let reader: Person;
let guest: Person;

beforeAll(async () => {
  owner = await world().addPerson("olga", "create");
  editor = await world().addPerson("ed", "edit");
  reviewer = await world().addPerson("wanda", "review");
  reader = await world().addPerson("rita", "read");
  guest = await world().addPerson("gus", null);
});

async function begin(): Promise<string> {
  const made = await world().post(`/orgs/${world().organization}/spaces`, { title: "Guide" }, owner);
  const { body } = await world().post(`/spaces/${made.body.id}/change-requests`, { subject: "More" }, editor);
  return `/spaces/${made.body.id}/change-requests/${body.id}`;
}

const ask = (request: string, users: Person[], as: Person | undefined = editor, more: object = {}) =>
  world().post(`${request}/requested-reviewers`, { users: users.map(({ id }) => id), ...more }, as);
const review = (request: string, status: string, as: Person | undefined = reviewer) =>
  world().post(`${request}/reviews`, { status }, as);
const reviews = async (request: string, query = "") =>
  (await world().get(`${request}/reviews${query}`, reader)).body;

describe("submitChangeRequestReview, getReviewsByChangeRequestId, getChangeRequestReviewById", () => {
  test("is kept with the revision it is about, and takes the place of the one before", async () => {
    const request = await begin();
    const first = await review(request, "changes-requested");
    expect(first.status).toBe(201);
    const before = (await world().get(request, editor)).body.revision;
    expect(first.body).toMatchObject({ status: "changes-requested", revision: before, outdated: false });
    expect(first.body.reviewer.id).toBe(reviewer.id);
    expect(first.body.requestedBy).toBeUndefined();
    expect(first.headers["location"]).toBe(first.body.urls.location);
    const changes = [{ operation: "insert_page", title: "New", document: { markdown: "n" } }];
    await world().post(`${request}/content`, { changes }, editor);
    const second = await review(request, "approved");
    expect(second.body.revision).not.toBe(before);
    const { items, count } = await reviews(request);
    expect(count).toBe(2);
    expect(items.map(({ id, revision, outdated }: never) => [id, revision, outdated])).toEqual([
      [second.body.id, second.body.revision, false],
      [first.body.id, before, true],
    ]);
    expect((await reviews(request, "?outdated=false")).items).toHaveLength(1);
    const page = await reviews(request, "?limit=1");
    expect((await reviews(request, `?limit=1&page=${page.next.page}`)).items[0].id).toBe(first.body.id);
    const one = await world().get(`${request}/reviews/${first.body.id}`, reader);
    expect(one.body).toMatchObject({ id: first.body.id, outdated: true });
    expect((await world().get(`${await begin()}/reviews/${first.body.id}`, reader)).status).toBe(404);
  });

  test("is for those who may review, and for whoever was asked", async () => {
    const request = await begin();
    expect([(await review(request, "approved", editor)).status]).toEqual([403]);
    expect((await review(request, "approved", guest)).status).toBe(404);
    expect((await world().post(`${request}/reviews`, { status: "approved" })).status).toBe(401);
    expect((await review(request, "approved", reader)).status).toBe(403);
    await ask(request, [reader]);
    const made = await review(request, "approved", reader);
    expect(made.status).toBe(201);
    expect(made.body.requestedBy.id).toBe(editor.id);
    expect((await review(request, "fine")).status).toBe(400);
  });

  test("comes with a comment, which others answer and which says where it came from", async () => {
    const request = await begin();
    const sent = { status: "changes-requested", comment: { markdown: "Not **yet**." } };
    const made = await world().post(`${request}/reviews`, sent, reviewer);
    expect(made.status).toBe(201);
    const { comment } = made.body;
    expect(comment).toMatchObject({ body: { markdown: "Not **yet**." }, postedBy: { id: reviewer.id } });
    expect(comment.target).toMatchObject({ review: made.body.id, revision: made.body.revision });
    const found = await world().get(`${request}/comments/${comment.id}`, reader);
    expect(found.body.target.review).toBe(made.body.id);
    expect((await world().get(request, reader)).body.comments).toBe(1);
    expect((await reviews(request)).items[0].comment.id).toBe(comment.id);
    await world().delete(`${request}/comments/${comment.id}`, reviewer);
    const { body } = await world().get(`${request}/reviews/${made.body.id}`, reader);
    expect(body).toMatchObject({ id: made.body.id, status: "changes-requested" });
    expect(body.comment).toBeUndefined();
    const document = { status: "approved", comment: { document: {} } };
    const refused = await world().post(`${request}/reviews`, document, reviewer);
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, "/comment/document/object"]);
    const written = { status: "approved", comment: { document: documentOf("*Good.*") } };
    const approved = await world().post(`${request}/reviews`, written, reviewer);
    expect(approved.body.comment.body).toEqual({ markdown: "*Good.*" });
    const told = await world().get(`${request}/reviews?format=document`, reader);
    expect(told.body.items[0].comment.body.document.object).toBe("document");
  });

  test("is refused once the change request is merged or archived, and under an old version", async () => {
    const request = await begin();
    const { headers } = await world().get(request, editor);
    await review(request, "approved");
    const stale = { "if-match": String(headers["etag"]) };
    const late = await world().post(`${request}/reviews`, { status: "approved" }, reviewer, stale);
    expect(late.status).toBe(412);
    await world().patch(request, { status: "archived" }, editor);
    expect((await review(request, "approved")).status).toBe(409);
    expect((await ask(request, [reader])).status).toBe(409);
    const away = await world().delete(`${request}/requested-reviewers/${reader.id}`, editor);
    expect(away.status).toBe(409);
    await world().patch(request, { status: "open" }, editor);
    expect((await world().post(`${request}/merge`, undefined, reviewer)).status).toBe(200);
    const after = await review(request, "approved");
    expect([after.status, after.body.error.type]).toEqual([409, "change-request-merged"]);
    expect((await ask(request, [reader])).status).toBe(409);
    expect((await reviews(request)).count).toBe(1);
  });
});

describe("requestReviewersForChangeRequest, getRequestedReviewersByChangeRequestId", () => {
  test("opens a draft, keeps the counts, and lists who was asked", async () => {
    const request = await begin();
    const asked = await ask(request, [reviewer, reader], editor, { subject: "Look" });
    expect(asked.status).toBe(200);
    expect(asked.body.users.map(({ user }: { user: Person }) => user.id)).toEqual([reviewer.id, reader.id]);
    const { body } = await world().get(request, editor);
    expect(body).toMatchObject({ status: "open", subject: "Look" });
    expect(asked.body.users[0]).toMatchObject({ kind: "user", revision: body.revision });
    const space = (await world().get(request.replace(/\/change-requests.*/, ""), editor)).body;
    expect([space.changeRequestsOpen, space.changeRequestsDraft]).toEqual([1, 0]);
    const listed = (await world().get(`${request}/requested-reviewers?limit=1`, reader)).body;
    expect([listed.count, listed.items.length]).toEqual([2, 1]);
    const rest = await world().get(`${request}/requested-reviewers?page=${listed.next.page}`, reader);
    const shown = [...listed.items, ...rest.body.items].map(({ user }: { user: Person }) => user.id);
    expect(shown.toSorted()).toEqual([reviewer.id, reader.id].toSorted());
  });

  test("asked again, a review no longer counts", async () => {
    const request = await begin();
    await ask(request, [reviewer]);
    await review(request, "approved");
    expect((await ask(request, [reviewer])).status).toBe(200);
    expect((await reviews(request, "?outdated=false")).items).toEqual([]);
    expect((await world().get(`${request}/requested-reviewers`, reader)).body.count).toBe(1);
  });

  test("refuses those who don't see the space, and callers who may not edit", async () => {
    const request = await begin();
    const asked = await ask(request, [reader, guest]);
    expect(asked.status).toBe(400);
    expect(asked.body.error.details).toEqual([
      { path: "/users/1", message: "is nobody who sees this space." },
    ]);
    expect((await world().get(request, editor)).body.status).toBe("draft");
    expect((await ask(request, [reviewer], reader)).status).toBe(403);
  });
});

describe("removeRequestedReviewerFromChangeRequest", () => {
  test("takes back the asking, once", async () => {
    const request = await begin();
    await ask(request, [reader]);
    const path = `${request}/requested-reviewers/${reader.id}`;
    expect((await world().delete(path, reader)).status).toBe(403);
    expect((await world().delete(path, editor)).status).toBe(205);
    expect((await world().delete(path, editor)).status).toBe(204);
    expect((await review(request, "approved", reader)).status).toBe(403);
  });
});
