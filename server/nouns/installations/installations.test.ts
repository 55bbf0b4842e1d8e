/**
 * Organizations: listIntegrationInstallations, getIntegrationInstallationById, updateIntegrationInstallation,
 * uninstallIntegration. Spaces: listIntegrationSpaceInstallations, listIntegrationInstallationSpaces,
 * installIntegrationOnSpace, getIntegrationSpaceInstallation, updateIntegrationSpaceInstallation,
 * uninstallIntegrationFromSpace. Sites: listIntegrationSiteInstallations, listIntegrationInstallationSites,
 * installIntegrationOnSite, getIntegrationSiteInstallation, updateIntegrationSiteInstallation,
 * uninstallIntegrationFromSite. What there is: listOrganizationIntegrations, listOrganizationInstallations,
 * listOrganizationIntegrationsStatus, getOrganizationIntegrationStatus, listSpaceIntegrations,
 * listSpaceIntegrationsBlocks, listSiteIntegrations.
 */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { changedAnswers } from "../../test/changedAnswers.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { publication, wholePublication } from "../integrations/publication.fixture.ts";

const world = useWorld();
let admin: Person;
let editor: Person;
let reader: Person;
let author: Person;
let elsewhere: string;
let made = 0;

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  editor = await world().addPerson("edda", "create");
  reader = await world().addPerson("rita", "read");
  elsewhere = await world().addOrganization("Authors", "authors");
  author = await world().addPerson("arno", "admin", elsewhere);
});

/** Publishes one under a new name, from the other organization unless told. */
async function published(more: object = {}, as = author, organization = elsewhere): Promise<string> {
  made += 1;
  const name = `integration-${made}`;
  const body = { ...publication(organization), visibility: "public", ...more };
  expect((await world().post(`/integrations/${name}`, body, as)).status).toBe(200);
  return name;
}

const install = (name: string, as: Person | undefined = editor, organization = world().organization) =>
  world().post(`/integrations/${name}/installations`, { organization }, as);
const at = (name: string, id: string, rest = "") => `/integrations/${name}/installations/${id}${rest}`;

async function installed(more: object = {}) {
  const name = await published(more);
  const { body } = await install(name);
  return { name, id: body.id as string, path: at(name, body.id) };
}
const newSpace = async (as = editor): Promise<string> =>
  (await world().post(`/orgs/${world().organization}/spaces`, {}, as)).body.id;
const newSite = async (as = editor): Promise<string> =>
  (await world().post(`/orgs/${world().organization}/sites`, { title: "Docs" }, as)).body.id;
const told = async (name: string) => {
  await world().runJobs();
  const { body } = await world().get(`/integrations/${name}/events`, author);
  return body.items.map(({ payload }: { payload: { type: string } }) => payload.type);
};

/** The four whom most of it is about, and what each is answered. */
async function answers(method: string, path: string, body?: unknown) {
  const statuses = [];
  for (const as of [undefined, reader, editor, author]) {
    statuses.push((await world().call(method, path, { as, body })).status);
  }
  return statuses;
}

describe("installIntegration", () => {
  test("installs with the scopes of now, once, for those who may", async () => {
    const name = await published();
    const path = `/integrations/${name}/installations`;
    const body = { organization: world().organization };
    expect(await answers("POST", path, body)).toEqual([401, 403, 201, 400]);
    const again = await install(name);
    expect([again.status, again.body.error.type]).toEqual([409, "already-installed"]);
    const { items } = (await world().get(path, author)).body;
    // Who has lost the id finds it again.
    expect(again.body.error.message).toContain(items[0].id);
    expect(items).toMatchObject([
      {
        integration: name,
        // Nothing runs its script here.
        status: "paused",
        scripts: "not-run",
        scopes: ["space:content:read"],
        space_selection: "selected",
        site_selection: "selected",
        spaces: 0,
        configuration: {},
        target: body,
      },
    ]);
    expect((await world().post(path, {}, editor)).status).toBe(400);
    expect((await install("absent")).status).toBe(404);
  });

  test("installs the version that was looked at, and no other", async () => {
    const scopes = ["site:script:inject"];
    const name = await published({ scopes });
    const { version } = (await world().get(`/integrations/${name}`, editor)).body;
    const more = {
      scopes,
      visibility: "public",
      contentSecurityPolicy: "script-src https://more.example.com",
    };
    await world().post(`/integrations/${name}`, { ...publication(elsewhere), ...more }, author);
    const { organization } = world();
    const path = `/integrations/${name}/installations`;
    const late = await world().post(path, { organization, version }, editor);
    expect([late.status, late.body.error.type]).toEqual([409, "integration-changed"]);
    const now = await world().post(path, { organization, version: version + 1 }, editor);
    expect([now.status, now.body.hosts]).toEqual([201, ["more.example.com"]]);
  });

  test("grants what a later version asks for in place, by the rights of who grants it", async () => {
    const { name, id, path } = await installed({ scopes: ["space:content:read"], visibility: "public" });
    await world().patch(path, { externalIds: ["one"] }, editor);
    const space = await newSpace();
    await world().post(`${path}/spaces`, { space }, editor);
    const more = {
      scopes: ["space:content:read", "site:script:inject"],
      contentSecurityPolicy: "script-src https://more.example.com",
      visibility: "public",
      configurations: { account: { properties: { key: { type: "string" } }, required: ["key"] } },
    };
    await world().post(`/integrations/${name}`, { ...publication(elsewhere), ...more }, author);
    const before = (await world().get(path, editor)).body;
    expect([before.scopes, before.hosts]).toEqual([["space:content:read"], []]);
    expect((await install(name, reader)).status).toBe(403);
    const other = await world().addPerson("greta", "admin");
    const granted = await install(name, other);
    expect([granted.status, granted.body.id]).toEqual([200, id]);
    expect(granted.body).toMatchObject({
      scopes: ["space:content:read", "site:script:inject"],
      hosts: ["more.example.com"],
      externalIds: ["one"],
      spaces: 1,
      // It takes a key since that version.
      status: "pending",
    });
    const row = await world()
      .deps.db.read.selectFrom("installations")
      .select("owner_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(row.owner_id).toBe(other.id);
    expect((await install(name, other)).body.error.message).toBe(
      `The integration is installed in this organization as ${id}, with all that it asks for now.`,
    );
  });

  test("keeps private integrations in their organization", async () => {
    const name = await published({ visibility: "private" });
    expect((await install(name)).status).toBe(404);
    const both = await world().addPerson("bo", "admin");
    const now = Date.now();
    const member = { organization_id: elsewhere, user_id: both.id, role: "admin" as const, joined_at: now };
    await world().deps.db.transact((tx) => tx.insertInto("members").values(member).execute());
    expect((await install(name, both)).status).toBe(400);
    expect((await install(name, both, elsewhere)).status).toBe(201);
  });

  test.each([
    ["public", [201, 201, 201]],
    ["unlisted", [201, 201, 201]],
    ["private", [201, 404, 404]],
  ])(
    "of %s ones is open to the publisher, to another organization and to a stranger alike, as far as they see it",
    async (visibility, expected) => {
      const name = await published({ visibility });
      const third = await world().addOrganization(`Third ${made}`, `third-${made}`);
      const stranger = await world().addPerson(`sid-${made}`, "admin", third);
      const callers = [
        [author, elsewhere],
        [editor, world().organization],
        [stranger, third],
      ] as const;
      const statuses = [];
      for (const [as, organization] of callers) statuses.push((await install(name, as, organization)).status);
      expect(statuses).toEqual(expected);
      // In an organization that is not theirs nobody installs anything, whatever they see.
      expect((await install(name, stranger)).status).toBe(visibility === "private" ? 404 : 400);
    },
  );

  test("is for everything where the integration is for organizations", async () => {
    const name = await published({ target: "organization" });
    expect((await install(name)).body).toMatchObject({ space_selection: "all", site_selection: "all" });
  });
});

describe("one installation", () => {
  test("is seen by those who may install, and by the author", async () => {
    const { path, name, id } = await installed();
    const stranger = await world().addPerson("sam", "admin", await world().addOrganization("Third", "third"));
    expect(await answers("GET", path)).toEqual([401, 404, 200, 200]);
    expect((await world().get(path, stranger)).status).toBe(404);
    expect((await world().get(at("another", id), editor)).status).toBe(404);
    const list = `/integrations/${name}/installations`;
    expect(await answers("GET", list)).toEqual([401, 403, 403, 200]);
    expect(await answers("PATCH", path, { externalIds: [] })).toEqual([401, 404, 200, 403]);
  });

  test("becomes active when its configuration is complete, and checks it against what is declared", async () => {
    const { name, path, id } = await installed({ ...wholePublication(elsewhere), target: "all" });
    const patch = async (configuration: unknown) => {
      const { status, body } = await world().patch(path, { configuration }, editor);
      return status === 200 ? body : body.error.details?.map((one: { path: string }) => one.path);
    };
    expect((await world().get(path, editor)).body).toMatchObject({
      status: "pending",
      configuration: { region: "eu", rate: 1 },
    });
    expect(await patch({ key: 1 })).toEqual(["/configuration/key"]);
    expect(await patch({ key: "k", region: "mars", rate: "1", anonymous: 1 })).toEqual([
      "/configuration/region",
      "/configuration/rate",
      "/configuration/anonymous",
    ]);
    expect(await patch({ key: "k", other: 1, "a/b": 1 })).toEqual([
      "/configuration/other",
      "/configuration/a~1b",
    ]);
    expect(await patch({ key: "k", connect: "x" })).toEqual(["/configuration/connect"]);
    expect(await patch({ key: "x".repeat(4097) })).toEqual(["/configuration/key"]);
    expect(await patch([])).toEqual(["/configuration"]);
    expect(await patch({ key: "k" })).toMatchObject({
      status: "paused",
      configuration: { key: "k", region: "eu", rate: 1 },
    });
    expect(await patch({ region: "us" })).toMatchObject({ status: "pending" });
    await world().runJobs();
    const { items } = (await world().get(`/integrations/${name}/events`, author)).body;
    const one = await world().get(`/integrations/${name}/events/${items[0].id}`, author);
    const message = "Answered 204: Noted. Nothing runs the script here.";
    const noted = { level: "info", message, timestamp: expect.any(String) };
    expect([one.status, one.body]).toEqual([200, { event: items[0], trace: { logs: [noted] } }]);
    expect(items.map(({ payload }: { payload: object }) => payload)).toMatchObject([
      {
        type: "installation_setup",
        installationId: id,
        status: "pending",
        previous: { status: "active", configuration: { key: "[hidden]" } },
      },
      { status: "active", previous: { status: "pending", configuration: {} } },
      { status: "pending" },
    ]);
  });

  test("is found by its external ids, exactly", async () => {
    const { name, path } = await installed();
    const externalIds = ["T1", 'say "hi"', "a,b"];
    expect((await world().patch(path, { externalIds }, editor)).body.externalIds).toEqual(externalIds);
    const found = async (id: string) =>
      (await world().get(`/integrations/${name}/installations?externalId=${encodeURIComponent(id)}`, author))
        .body.count;
    const counts = [];
    for (const id of [...externalIds, "t1", "T", ",", '","', "\n"]) counts.push(await found(id));
    expect(counts).toEqual([1, 1, 1, 0, 0, 0, 0, 0]);
    for (const wrong of [["a", "a"], Array.from({ length: 6 }, (_, n) => `${n}`), [""]]) {
      expect((await world().patch(path, { externalIds: wrong }, editor)).status).toBe(400);
    }
  });

  test("chooses spaces and sites as far as the integration is for them", async () => {
    const forSpaces = await installed({ target: "space" });
    const all = { space_selection: "all" };
    expect((await world().patch(forSpaces.path, all, editor)).body.space_selection).toBe("all");
    expect((await world().patch(forSpaces.path, { site_selection: "all" }, editor)).status).toBe(400);
    const forAll = await installed({ target: "organization" });
    expect((await world().patch(forAll.path, { space_selection: "selected" }, editor)).status).toBe(400);
  });

  test("compares versions", async () => {
    const { path } = await installed();
    const { headers } = await world().get(path, editor);
    const match = { "if-match": String(headers["etag"]) };
    expect((await world().patch(path, { externalIds: ["a"] }, editor, match)).status).toBe(200);
    expect((await world().patch(path, { externalIds: ["b"] }, editor, match)).status).toBe(412);
  });

  test("ends, and is told so last", async () => {
    const { name, path } = await installed();
    expect(await answers("DELETE", path)).toEqual([401, 404, 204, 404]);
    expect((await world().get(path, editor)).status).toBe(404);
    expect(await told(name)).toEqual(["installation_deleted", "installation_setup"]);
    expect((await install(name)).status).toBe(201);
    const trail = await world().get(`/orgs/${world().organization}/audit-events`, admin);
    expect(trail.text).toContain("integration.uninstall");
  });

  test("changes with its integration, which readers are told, and nothing of whoever develops it is in the log", async () => {
    const { name } = await installed();
    const of = `/orgs/${world().organization}`;
    const { id: shown } = (await world().post(`${of}/sites`, { title: "Guide" }, admin)).body;
    await world().post(`${of}/sites/${shown}/publish`, undefined, admin);
    const body = { ...publication(elsewhere), visibility: "public" };
    const dev = `/integrations/${name}/dev`;
    const tunnelUrl = "https://tunnel.example.com/";
    for (const work of [
      () => world().post(`/integrations/${name}`, body, author),
      () => world().put(dev, { tunnelUrl, all: true }, author),
      () => world().delete(dev, author),
    ]) {
      const told = await changedAnswers(world(), async () => {
        expect((await work()).status).toBeLessThan(300);
      });
      expect(told).toContain(`site:${shown}`);
    }
    const trail = await world().get(`${of}/audit-events`, admin);
    expect(trail.text).not.toMatch(/integration\.(publish|dev)|tunnel\.example/);
    expect(trail.text).not.toContain(author.id);
    const own = await world().get(`/orgs/${elsewhere}/audit-events`, author);
    expect(own.text).toMatch(
      /integration\.publish[^]*tunnel\.example|tunnel\.example[^]*integration\.publish/,
    );
  });

  test("adds nothing to pages once its owner may install no more or has left, which readers are told", async () => {
    const of = `/orgs/${world().organization}`;
    const { id: shown } = (await world().post(`${of}/sites`, { title: "Guide" }, admin)).body;
    await world().post(`${of}/sites/${shown}/publish`, undefined, admin);
    const [leaving, other] = [
      await world().addPerson("lea", "create"),
      await world().addPerson("otto", "create"),
    ];
    expect((await install(await published(), leaving)).status).toBe(201);
    const told = (person: Person) =>
      changedAnswers(world(), async () => {
        const member = `${of}/members/${person.id}`;
        expect((await world().patch(member, { role: "read" }, admin)).status).toBe(200);
      });
    expect(await told(leaving)).toContain(`site:${shown}`);
    expect(await told(other)).toEqual([]);
    const removed = await changedAnswers(world(), async () => {
      expect((await world().delete(`${of}/members/${leaving.id}`, admin)).status).toBe(204);
    });
    expect(removed).toContain(`site:${shown}`);
  });

  test("ends with its integration", async () => {
    const { name, path } = await installed();
    expect((await world().delete(`/integrations/${name}`, author)).status).toBe(204);
    expect((await world().get(path, editor)).status).toBe(404);
    const trail = await world().get(`/orgs/${world().organization}/audit-events`, admin);
    expect(trail.text).toContain("integration.unpublish");
    expect(trail.text).not.toContain(author.id);
  });
});

describe.each([
  ["space", newSpace, (id: string) => ({ space: id })],
  ["site", newSite, (id: string) => ({ siteId: id })],
] as const)("installations on a %s", (kind, make, bodyOf) => {
  let content: string;
  beforeEach(async () => {
    content = await make();
  });

  test("are made, read, changed and ended", async () => {
    const { name, path, id } = await installed({ ...wholePublication(elsewhere), target: kind });
    const list = `${path}/${kind}s`;
    const one = `${list}/${content}`;
    expect(await answers("POST", list, bodyOf(content))).toEqual([401, 404, 201, 403]);
    expect((await world().post(list, bodyOf(content), editor)).status).toBe(409);
    expect((await world().post(list, bodyOf("absent"), editor)).status).toBe(400);
    expect(await answers("GET", one)).toEqual([401, 404, 200, 200]);
    expect((await world().get(one, editor)).body).toMatchObject({
      integration: name,
      installation: id,
      // As the one above it is.
      status: "pending",
      configuration: {},
      [kind]: content,
    });
    expect((await world().get(`${one}?extended=true`, editor)).body[kind].id).toBe(content);
    expect((await world().get(`${one}?extended=true`, author)).body[kind]).toBe(content);
    const extended = await world().get(`${list}?extended=true`, editor);
    expect([extended.body.count, extended.body.items[0][kind].object]).toEqual([1, kind]);

    const body = { externalIds: ["E"], ...(kind === "space" ? { configuration: { label: "L" } } : {}) };
    expect((await world().patch(one, body, editor)).body).toMatchObject(body);
    if (kind === "space") {
      expect((await world().patch(one, { configuration: { label: 1 } }, editor)).status).toBe(400);
    }
    const everywhere = `/integrations/${name}/${kind}s?externalId=`;
    expect((await world().get(`${everywhere}E`, author)).body.items[0][kind]).toBe(content);
    expect((await world().get(`${everywhere}e`, author)).body.count).toBe(0);
    expect(await answers("GET", `${everywhere}E`)).toEqual([401, 403, 403, 200]);

    const ofContent =
      kind === "space"
        ? `/spaces/${content}/integrations`
        : `/orgs/${world().organization}/sites/${content}/integrations`;
    // The account's configuration still lacks its key.
    const isThere = async () =>
      (await world().get(ofContent, editor)).body.items.some((each: { name: string }) => each.name === name);
    expect(await isThere()).toBe(false);
    await world().patch(path, { configuration: { key: "k" } }, editor);
    expect(await isThere()).toBe(true);
    // Nothing here runs its script.
    expect((await world().get(one, editor)).body.status).toBe("paused");
    if (kind === "space") {
      const blocks = await world().get(`/spaces/${content}/integration-blocks`, editor);
      expect(blocks.body).toContainEqual(expect.objectContaining({ name }));
    }

    expect(await answers("DELETE", one)).toEqual([401, 404, 204, 404]);
    expect(await isThere()).toBe(false);
    expect(await told(name)).toEqual(
      expect.arrayContaining([`${kind}_installation_deleted`, `${kind}_installation_setup`]),
    );
  });

  test("take what the integration is for, and end with what they are on", async () => {
    const other = await installed({ target: kind === "space" ? "site" : "space" });
    expect((await world().post(`${other.path}/${kind}s`, bodyOf(content), editor)).status).toBe(409);
    const { path } = await installed();
    await world().post(`${path}/${kind}s`, bodyOf(content), editor);
    const where = kind === "space" ? `/spaces/${content}` : `/orgs/${world().organization}/sites/${content}`;
    expect((await world().delete(where, admin)).status).toBeLessThan(300);
    expect((await world().get(`${path}/${kind}s`, editor)).body.count).toBe(0);
    expect((await world().get(`${path}/${kind}s/${content}`, editor)).status).toBe(404);
  });

  test("can't be made on another organization's", async () => {
    const { path } = await installed();
    const foreign =
      kind === "space"
        ? await world().post(`/orgs/${elsewhere}/spaces`, {}, author)
        : await world().post(`/orgs/${elsewhere}/sites`, { title: "Docs" }, author);
    const { status } = await world().post(`${path}/${kind}s`, bodyOf(foreign.body.id), editor);
    expect(status).toBe(400);
  });
});

test("spaces that somebody doesn't see are neither listed nor counted for them", async () => {
  const hidden = await newSpace(admin);
  const { path } = await installed();
  expect((await world().post(`${path}/spaces`, { space: hidden }, admin)).status).toBe(201);
  await world().patch(`/spaces/${hidden}`, { defaultLevel: null }, admin);
  expect((await world().get(path, editor)).body.spaces).toBe(0);
  expect((await world().get(path, admin)).body.spaces).toBe(1);
  expect((await world().get(`${path}/spaces`, editor)).body).toMatchObject({ count: 0, items: [] });
  for (const method of ["GET", "DELETE"]) {
    expect((await world().call(method, `${path}/spaces/${hidden}`, { as: editor })).status).toBe(404);
  }
});

describe("what an organization has", () => {
  test("is listed with its status, for members", async () => {
    const { name } = await installed({ ...wholePublication(elsewhere), target: "all", title: "Findable" });
    const org = `/orgs/${world().organization}`;
    expect(await answers("GET", `${org}/installations?search=findable`)).toEqual([401, 403, 200, 404]);
    expect((await world().get(`${org}/installations?search=FINDABLE`, editor)).body.items).toMatchObject([
      { installation: { status: "pending" }, integration: { name } },
    ]);
    const statuses = `${org}/integrations/installations-status?search=findable`;
    expect(await answers("GET", statuses)).toEqual([401, 200, 200, 404]);
    expect((await world().get(statuses, reader)).body.items).toMatchObject([
      { status: "pending", integration: { name } },
    ]);
    const status = `${org}/integrations/${name}/installation_status`;
    expect((await world().get(status, reader)).body).toEqual({ status: "pending" });
    const other = await published();
    expect((await world().get(`${org}/integrations/${other}/installation_status`, reader)).status).toBe(404);
  });

  test("can be had: public integrations, its own, and those installed", async () => {
    const own = await published({ visibility: "private", title: "Offered" }, admin, world().organization);
    const unlisted = await published({ visibility: "unlisted", title: "Offered" });
    const open = await published({ title: "Offered" });
    await published({ visibility: "private", title: "Offered" });
    const list = `/orgs/${world().organization}/integrations?search=offered`;
    const names = async () =>
      (await world().get(list, reader)).body.items.map((one: { name: string }) => one.name);
    expect(await names()).toEqual([own, open]);
    await install(unlisted);
    expect(await names()).toEqual([own, unlisted, open]);
  });
});
