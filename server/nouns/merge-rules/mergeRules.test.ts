/** Merge rules over HTTP: how they are set, and what a merge hears of them. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let admin: Person;
let editor: Person;
let reviewer: Person;
let second: Person;

beforeAll(async () => {
  admin = await world().addPerson("anna", "admin");
  editor = await world().addPerson("ed", "edit");
  reviewer = await world().addPerson("wanda", "review");
  second = await world().addPerson("will", "review");
});

const organization = () => `/orgs/${world().organization}`;
const plain = (...names: string[]) => names.map((rule) => ({ rule }));
const config = (...rules: object[]) => ({ mergeRules: { type: "rules", rules } });

async function start(...rules: object[]) {
  const made = await world().post(`${organization()}/spaces`, { title: "Guide" }, admin);
  const space = `/spaces/${made.body.id}`;
  if (rules.length > 0) {
    expect((await world().patch(space, config(...rules), admin)).status).toBe(200);
  }
  const insert = { operation: "insert_page", title: "Start", document: { markdown: "One." } };
  const written = await world().post(`${space}/content`, { changes: [insert] }, admin);
  const begun = await world().post(`${space}/change-requests`, {}, editor);
  return {
    space,
    page: written.body.changes[0].page,
    request: `${space}/change-requests/${begun.body.number}`,
  };
}

const merge = (request: string, as = reviewer, headers = {}) =>
  world().post(`${request}/merge`, undefined, as, headers);
const review = (request: string, status: string, as: Person) =>
  world().post(`${request}/reviews`, { status }, as);
const missing = async (request: string, as = reviewer) => {
  const { status, body } = await merge(request, as);
  expect([status, body.error?.type]).toEqual([409, "merge-rules-unmet"]);
  return body.error.details as { path: string; message: string }[];
};

describe("the configuration", () => {
  test("of an organization holds in its spaces until they have their own", async () => {
    const { space, request } = await start();
    expect((await world().get(space, admin)).body.mergeRules).toEqual({ type: "inherit" });
    expect((await world().get(organization(), admin)).body.mergeRules).toEqual({ type: "none" });
    const rules = config(...plain("require_at_least_one_review"));
    const set = await world().patch(organization(), rules, admin);
    expect([set.status, set.body.mergeRules]).toEqual([200, rules.mergeRules]);
    expect(await missing(request)).toEqual([
      { path: "/mergeRules/rules/0", message: "Somebody has to review it." },
    ]);
    await world().patch(space, { mergeRules: { type: "none" } }, admin);
    await world().patch(organization(), { mergeRules: { type: "none" } }, admin);
    await world().patch(organization(), rules, admin);
    expect((await merge(request)).status).toBe(200);
    await world().patch(space, { mergeRules: { type: "inherit" } }, admin);
    const other = await world().post(`${space}/change-requests`, {}, editor);
    expect(await missing(`${space}/change-requests/${other.body.number}`)).toHaveLength(1);
    await world().patch(organization(), { mergeRules: { type: "none" } }, admin);
  });

  test("refuses what could never be met, and says where", async () => {
    const { space } = await start();
    const stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
    for (const [rule, path] of [
      [{ rule: "custom", expression: "reviews.length >=" }, "/mergeRules/rules/0/expression"],
      [{ rule: "custom", expression: "reviews.length + 1" }, "/mergeRules/rules/0/expression"],
      [{ rule: "custom", expression: "visitor.claims.x" }, "/mergeRules/rules/0/expression"],
      [
        { rule: "require_specific_reviewers", users: [reviewer.id, stranger.id] },
        "/mergeRules/rules/0/users/1",
      ],
    ] as const) {
      for (const of of [space, organization()]) {
        const { status, body } = await world().patch(of, config(rule), admin);
        expect([status, body.error?.details?.[0]?.path]).toEqual([400, path]);
      }
    }
    const long = { rule: "custom", expression: `"${"x".repeat(1100)}" === actor.id` };
    for (const rule of [{ rule: "require_luck" }, { rule: "allow_bypass" }, long]) {
      expect((await world().patch(space, config(rule), admin)).status).toBe(400);
    }
    expect((await world().patch(organization(), { mergeRules: { type: "inherit" } }, admin)).status).toBe(
      400,
    );
    expect(
      (await world().patch(space, config(...plain("require_at_least_one_review")), reviewer)).status,
    ).toBe(403);
    expect((await world().get(space, admin)).body.mergeRules).toEqual({ type: "inherit" });
  });
});

test("how each rule stands is told before anybody merges, for who asks", async () => {
  const { request } = await start(
    ...plain("require_change_request_subject", "require_at_least_one_approved_review"),
    { rule: "allow_bypass", users: [second.id] },
    ...plain("require_change_request_description"),
  );
  await world().patch(request, { description: "D" }, editor);
  const standing = async (as: Person) => (await world().get(`${request}/merge-rules`, as)).body.items;
  expect(await standing(reviewer)).toEqual([
    {
      rule: { rule: "require_change_request_subject" },
      state: "unmet",
      missing: "It has to have a subject.",
    },
    {
      rule: { rule: "require_at_least_one_approved_review" },
      state: "unmet",
      missing: "Somebody has to approve it.",
    },
    { rule: { rule: "allow_bypass", users: [second.id] }, state: "met" },
    { rule: { rule: "require_change_request_description" }, state: "met" },
  ]);
  const states = (await standing(second)).map(({ state }: { state: string }) => state);
  expect(states).toEqual(["bypassed", "bypassed", "met", "met"]);
  const { request: free } = await start();
  expect((await world().get(`${free}/merge-rules`, reviewer)).body).toEqual({ items: [] });
  expect((await world().get(`${request}/merge-rules`)).status).toBe(401);
});

describe("a merge", () => {
  test("lists all that is missing, publishes nothing, and goes through when it is there", async () => {
    const { space, page, request } = await start(
      ...plain("require_at_least_one_approved_review", "require_all_reviews_approved"),
      ...plain("require_change_request_subject", "require_change_request_description"),
      { rule: "require_specific_reviewers", users: [second.id] },
    );
    const change = { operation: "update_page", page, document: { markdown: "Two." } };
    await world().post(`${request}/content`, { changes: [change] }, editor);
    const before = (await world().get(space, editor)).body.revision;
    expect((await missing(request)).map(({ path }) => path.slice(-1))).toEqual(["0", "2", "3", "4"]);
    await world().patch(request, { subject: "S", description: "D" }, editor);
    const users = [reviewer.id];
    await world().post(`${request}/requested-reviewers`, { users }, editor);
    await review(request, "approved", second);
    expect(await missing(request)).toEqual([
      { path: "/mergeRules/rules/1", message: "These have to approve it: wanda." },
    ]);
    await review(request, "changes-requested", reviewer);
    expect(await missing(request)).toHaveLength(1);
    expect((await world().get(space, editor)).body.revision).toBe(before);
    expect((await world().get(request, editor)).body.status).toBe("open");
    await review(request, "approved", reviewer);
    expect((await merge(request)).body.result).toBe("merge");
  });

  test("counts a bypass for the rules before it, and for those named alone", async () => {
    const bypass = { rule: "allow_bypass", users: [second.id] };
    const { request } = await start(
      ...plain("require_at_least_one_review"),
      bypass,
      ...plain("require_change_request_subject"),
    );
    expect(await missing(request)).toHaveLength(2);
    expect(await missing(request, second)).toEqual([
      { path: "/mergeRules/rules/2", message: "It has to have a subject." },
    ]);
    await world().patch(request, { subject: "S" }, editor);
    expect((await merge(request, second)).status).toBe(200);
  });

  test("asks expressions, which know the reviews that count", async () => {
    const { request } = await start({
      rule: "custom",
      expression: [
        'reviews.filter(r => r.status === "approved" && r.reviewer.id !== changeRequest.createdBy.id).length >= 2',
        'reviews.filter(r => r.status === "changes_requested").length === 0',
        'actor.id !== changeRequest.createdBy.id && !changeRequest.outdated && space.title === "Guide"',
      ].join(" && "),
      message: "Two others have to approve it.",
    });
    await review(request, "approved", reviewer);
    await review(request, "approved", reviewer);
    const unmet = [{ path: "/mergeRules/rules/0", message: "Two others have to approve it." }];
    expect(await missing(request)).toEqual(unmet);
    await review(request, "changes-requested", second);
    expect(await missing(request)).toEqual(unmet);
    await review(request, "approved", second);
    expect((await merge(request)).status).toBe(200);
  });

  test("of something outdated is refused, whether or not it would conflict", async () => {
    const { space, page, request } = await start(...plain("require_up_to_date_change_request"));
    const write = (to: string, markdown: string) =>
      world().post(
        `${to}/content`,
        { changes: [{ operation: "update_page", page, document: { markdown } }] },
        admin,
      );
    await write(request, "Mine.");
    await write(space, "Theirs.");
    const { body: before } = await world().get(request, editor);
    expect(await missing(request)).toHaveLength(1);
    expect((await world().get(request, editor)).body).toMatchObject({
      revision: before.revision,
      conflicts: 0,
    });
    expect((await world().post(`${request}/update`, undefined, editor)).body.result).toBe("conflicts");
    const [conflict] = (await world().get(`${request}/conflicts`, editor)).body.items;
    await world().put(`${request}/conflicts/${conflict.id}`, { resolution: "changed" }, editor);
    expect((await merge(request)).body.result).toBe("merge");
  });

  test("that has to be up to date never takes in a head it did not see, however the head moves", async () => {
    const { space, page, request } = await start(...plain("require_up_to_date_change_request"));
    let merged = false;
    for (let round = 0; round < 10 && !merged; round++) {
      const changes = [
        { operation: "insert_page", title: `At ${round}`, document: { markdown: `n${round}` } },
      ];
      const [answer] = await Promise.all([
        merge(request),
        world().post(`${space}/content`, { changes }, admin),
        world().post(`${request}/update`, undefined, editor),
      ]);
      merged = answer.status === 200;
      if (!merged) expect([409]).toContain(answer.status);
    }
    if (!merged) {
      await world().post(`${request}/update`, undefined, editor);
      expect((await merge(request)).status).toBe(200);
    }
    const { body } = await world().get(request, editor);
    const revision = await world()
      .deps.db.read.selectFrom("revisions")
      .select("parents")
      .where("id", "=", body.revisionMerged)
      .executeTakeFirstOrThrow();
    const [head] = JSON.parse(revision.parents);
    expect(body.revisionMergedAncestor ?? body.revisionInitial).toBe(head);
    expect(page).toBeDefined();
  });

  test("under an If-Match that something overtakes is refused inside its transaction", async () => {
    const { request } = await start();
    const tag = String((await world().get(request, editor)).headers["etag"]);
    const matching = { "if-match": tag };
    const answers = await Promise.all([
      merge(request, reviewer, matching),
      world().patch(request, { subject: "Other" }, editor, matching),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    const other = await start();
    const at = { "if-match": String((await world().get(other.request, editor)).headers["etag"]) };
    await world().patch(other.request, { subject: "Now" }, editor);
    for (const path of ["merge", "update"]) {
      expect((await world().post(`${other.request}/${path}`, undefined, reviewer, at)).status).toBe(412);
    }
  });
});
