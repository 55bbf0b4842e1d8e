/** An integration whose script drives syncs, as those that are published for Git hosts do: it runs where scripts run. */
import { beforeAll, expect, test } from "vitest";
import type { ApiRequest } from "../../test/gitHost.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { publication } from "../integrations/publication.fixture.ts";
import { newSpace, useGitHost } from "./gitSpace.fixture.ts";

const world = useWorld({ runsScripts: true });
const host = useGitHost();
let ada: Person;
const TOKEN = "canary-91";

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
});

/** It is told what happens, and asked by its host what was pushed; statuses of commits are what people see of it. */
const scriptFor = (repository: string, statuses: string): string => `
export default { async fetch(request) {
  const form = await request.formData();
  const event = JSON.parse(form.get("event"));
  const { apiEndpoint, apiTokens, secrets } = JSON.parse(form.get("environment"));
  const call = async (method, path, body) => {
    const answer = await fetch(apiEndpoint + "/v1" + path, { method,
      headers: { authorization: "Bearer " + apiTokens.installation, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(method + " " + path + " " + answer.status + " " + (await answer.text()));
    return answer.status === 204 ? undefined : answer.json();
  };
  const where = { url: "${repository}".replace("//", "//bot:" + secrets.TOKEN + "@"), ref: "refs/heads/main",
    repoProjectDirectory: "docs", repoCacheID: "cache", repoTreeURL: "${repository}/tree/main",
    repoCommitURL: "${repository}/commit", gitInfo: { provider: "github", url: "${repository}" } };
  const take = (space) => call("POST", "/spaces/" + space + "/git/import",
    { ...where, timestamp: new Date().toISOString(), force: true });
  const show = (state) => fetch("${statuses}/" + event.commitId, { method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ state, target_url: apiEndpoint + "/revisions/" + event.revisionId }) });
  if (event.type === "fetch") {
    await take(new URL(event.request.url).searchParams.get("space"));
    return new Response("taken", { status: 202 });
  }
  if (event.type === "space_installation_setup") await take(event.spaceId);
  else if (event.type === "space_gitsync_started") await show("pending");
  else if (event.type === "space_gitsync_completed") await show(event.state);
  else if (event.type === "space_content_updated") {
    const revision = await call("GET", "/spaces/" + event.spaceId + "/content");
    if (revision.git?.oid) return new Response("came from there");
    await call("POST", "/spaces/" + event.spaceId + "/git/export",
      { ...where, timestamp: revision.createdAt, commitMessage: "From the integration" });
  } else return new Response("not handled", { status: 406 });
  return new Response("OK");
} };`;

/** Runs jobs until something holds: a busy machine finds no place for a script at once, and it is told later. */
async function comesTo(name: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let rounds = 0; rounds < 20; rounds++) {
    await world().runJobs();
    if (await holds()) return;
    world().ahead += 120_000;
  }
  const { body } = await world().get(`/integrations/${name}/events?limit=100`, ada);
  throw new Error(`it came to nothing: ${JSON.stringify(body.items)}`);
}

test("keeps a space and its branch in step by its own calls, and shows on the host what becomes of commits", async () => {
  const space = await newSpace(world(), ada, host());
  const { repository } = space;
  const first = repository.commit({ "docs/README.md": "# Home\n\nFirst.\n", "code.ts": "1" });
  host().tokens.set(repository.name, `bot:${TOKEN}`);
  const shown: { commit: string; state: string }[] = [];
  host().api = ({ path, body }: ApiRequest) => {
    shown.push({ commit: path.split("/").at(-1) ?? "", state: body.state });
    return { status: 201, body: {} };
  };
  const statuses = new URL("/api/v3/statuses", host().url(repository.name)).href;
  const scopes = ["space:content:read", "space:metadata:read", "space:git:sync"];
  const published = publication("acme", {
    target: "space",
    scopes,
    secrets: { TOKEN },
    script: scriptFor(host().url(repository.name), statuses),
  });
  expect((await world().post("/integrations/git-host", published, ada)).status).toBe(200);
  const { organization } = world();
  const path = "/integrations/git-host/installations";
  const { id, urls } = (await world().post(path, { organization }, ada)).body;
  const installed = await world().post(`${path}/${id}/spaces`, { space: space.id }, ada);
  expect(installed.status).toBe(201);

  const until = (holds: () => Promise<boolean> | boolean) => comesTo("git-host", holds);
  const isShown = (commit: string | undefined): boolean =>
    shown.some((one) => one.commit === commit && one.state === "success");

  await until(() => isShown(first));
  expect(await space.texts()).toEqual({ Home: "First.\n" });
  expect(shown[0]).toEqual({ commit: first, state: "pending" });

  await space.write("Home", "Ours.\n");
  await until(() => repository.tip() !== first && isShown(repository.tip()));
  expect(repository.show("docs/README.md")).toBe("# Home\n\nOurs.\n");
  expect(host().git(repository.name, ["log", "-1", "--format=%s", "main"])).toBe("From the integration");

  const pushed = repository.commit({ "docs/next.md": "# Next\n\nTheirs.\n" });
  const asked = await world().visit(`${new URL(urls.publicEndpoint).pathname}/hook?space=${space.id}`);
  expect(asked.status).toBe(202);
  await until(() => isShown(pushed));
  expect(await space.texts()).toEqual({ Home: "Ours.\n", Next: "Theirs.\n" });

  // What came with a commit goes out as none.
  for (let rounds = 0; rounds < 3; rounds++) {
    world().ahead += 120_000;
    await world().runJobs();
  }
  expect(repository.tip()).toBe(pushed);
  host().api = undefined;
});

/**
 * Signs in to its host and back, is configured by its own form, and hears of pushes at the address of the integration: by
 * whose id in its host it finds the spaces, in a task of its own, for each of which it takes a token.
 */
const forgeFor = (repository: string, api: string): string => `
export default { async fetch(request) {
  const form = await request.formData();
  const event = JSON.parse(form.get("event"));
  const { apiEndpoint, apiTokens, integration, spaceInstallation, signingSecrets } = JSON.parse(form.get("environment"));
  const own = "/integrations/" + integration.name;
  const call = async (token, method, path, body) => {
    const answer = await fetch(apiEndpoint + "/v1" + path, { method,
      headers: { authorization: "Bearer " + token, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(method + " " + path + " " + answer.status + " " + (await answer.text()));
    return answer.status === 204 ? undefined : answer.json();
  };
  const host = (path, body) => fetch("${api}" + path, { method: "POST",
    headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const where = ({ oauth_credentials }, ref) => ({ ref, repoCacheID: "cache",
    url: "${repository}".replace("//", "//bot:" + oauth_credentials.access_token + "@"),
    repoTreeURL: "${repository}/tree", repoCommitURL: "${repository}/commit",
    gitInfo: { provider: "github", url: "${repository}" }, timestamp: new Date().toISOString() });

  if (event.type === "ui_render") {
    if (event.action?.action !== "save") {
      const name = { type: "textinput", state: "repository" };
      return Response.json({ element: { type: "configuration", children: [{ type: "input", label: "Repository", element: name }] } });
    }
    const { repository } = event.state;
    const configuration = { ...spaceInstallation.configuration, repository };
    await call(apiTokens.installation, "PATCH", own + "/installations/" + event.installationId + "/spaces/" + event.spaceId,
      { externalIds: [repository], configuration });
    await call(apiTokens.installation, "POST", "/spaces/" + event.spaceId + "/git/import",
      { ...where(configuration, "refs/heads/main"), force: true });
    return Response.json({ type: "complete" });
  }

  if (event.type === "fetch") {
    const url = new URL(event.request.url);
    const path = url.pathname.split("/endpoint")[1];
    const sent = form.get("fetch-body");
    const text = sent === null ? "" : typeof sent === "string" ? sent : await sent.text();
    if (path === "/oauth") {
      const to = new URL("https://forge.example.com/authorize");
      to.searchParams.set("redirect_uri", integration.urls.publicEndpoint + "/callback");
      to.searchParams.set("state", event.installationId + "/spaces/" + event.spaceId);
      return Response.redirect(to, 302);
    }
    if (path === "/callback") {
      const { access_token } = await (await host("/access_token", { code: url.searchParams.get("code") })).json();
      await call(apiTokens.integration, "PATCH", own + "/installations/" + url.searchParams.get("state"),
        { configuration: { oauth_credentials: { access_token } } });
      return new Response("signed in");
    }
    if (path === "/hook") {
      await call(apiTokens.integration, "POST", own + "/tasks", { task: { type: "import", payload: JSON.parse(text) } });
      return new Response("queued", { status: 202 });
    }
    if (path !== "/tasks") return new Response("", { status: 404 });
    const bytes = (value) => new TextEncoder().encode(value);
    const key = await crypto.subtle.importKey("raw", bytes(signingSecrets.integration),
      { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const right = [...new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes(text)))]
      .map((one) => one.toString(16).padStart(2, "0")).join("");
    if (event.request.headers["x-gitbook-integration-signature"] !== right) return new Response("", { status: 401 });
    const { repository, ref, standalone } = JSON.parse(text).task.payload;
    for (let page = ""; page !== undefined; ) {
      const found = await call(apiTokens.integration, "GET",
        own + "/spaces?limit=10&externalId=" + repository + (page && "&page=" + page));
      for (const { installation, space, configuration } of found.items) {
        const { token } = await call(apiTokens.integration, "POST", own + "/installations/" + installation + "/tokens");
        await call(token, "POST", "/spaces/" + space + "/git/import", { ...where(configuration, ref), standalone });
      }
      page = found.next?.page;
    }
    return new Response("done");
  }

  if (event.type === "space_gitsync_completed") {
    const token = apiTokens.installation;
    const { git } = await call(token, "GET", "/spaces/" + event.spaceId + "/revisions/" + event.revisionId);
    const { urls } = await call(token, "GET", "/spaces/" + event.spaceId);
    await host("/statuses/" + git.oid, { state: event.state, target_url: urls.app, ours: git.createdByGitBook });
    return new Response("OK");
  }
  if (event.type !== "space_content_updated") return new Response("not handled", { status: 406 });
  const revision = await call(apiTokens.installation, "GET", "/spaces/" + event.spaceId + "/revisions/" + event.revisionId);
  if (revision.git?.oid || !spaceInstallation.configuration.repository) return new Response("not ours");
  await call(apiTokens.installation, "POST", "/spaces/" + event.spaceId + "/git/export",
    { ...where(spaceInstallation.configuration, "refs/heads/main"), commitMessage: "From the forge" });
  return new Response("OK");
} };`;

test("signs in to its host, is configured by its form, and finds the spaces of a push by its own task", async () => {
  const space = await newSpace(world(), ada, host());
  const other = await newSpace(world(), ada, host());
  const { repository } = space;
  const first = repository.commit({ "README.md": "# Home\n\nFirst.\n" });
  host().tokens.set(repository.name, `bot:${TOKEN}`);
  const shown: { readonly commit: string; readonly said: object }[] = [];
  host().api = ({ path, body }: ApiRequest) => {
    if (path.endsWith("/access_token"))
      return { status: 200, body: { access_token: body.code === "c0de" ? TOKEN : "wrong" } };
    shown.push({ commit: path.split("/").at(-1) ?? "", said: body });
    return { status: 201, body: {} };
  };
  const published = publication("acme", {
    target: "space",
    scopes: ["space:content:read", "space:metadata:read", "space:git:sync"],
    configurations: { space: { componentId: "configure" } },
    script: forgeFor(host().url(repository.name), new URL("/api/v3", host().url(repository.name)).href),
  });
  const { body: integration } = await world().post("/integrations/forge", published, ada);
  const { organization } = world();
  const path = "/integrations/forge/installations";
  const { id } = (await world().post(path, { organization }, ada)).body;
  const placed = await world().post(`${path}/${id}/spaces`, { space: space.id }, ada);
  expect(placed.status).toBe(201);
  expect((await world().post(`${path}/${id}/spaces`, { space: other.id }, ada)).status).toBe(201);
  const until = (holds: () => Promise<boolean> | boolean) => comesTo("forge", holds);
  const said = (commit: string | undefined) => shown.find((one) => one.commit === commit)?.said;
  const isSaid = (commit: string | undefined) => said(commit) !== undefined;

  const pathOf = (address: string): string => new URL(address).pathname;
  const away = await world().visit(`${pathOf(placed.body.urls.publicEndpoint)}/oauth`);
  expect(away.status).toBe(302);
  const { searchParams } = new URL(String(away.headers["location"]));
  const back = new URL(searchParams.get("redirect_uri") ?? "");
  expect(back.href).toBe(`${integration.urls.publicEndpoint}/callback`);
  const state = searchParams.get("state") ?? "";
  const signedIn = await world().visit(`${back.pathname}?code=c0de&state=${encodeURIComponent(state)}`);
  expect([signedIn.status, signedIn.text]).toEqual([200, "signed in"]);

  const context = { type: "configuration_space", spaceId: space.id };
  const asked = { componentId: "configure", props: {}, context };
  const form = await world().post("/integrations/forge/render", asked, ada);
  expect(form.body.element.type).toBe("configuration");
  const filled = { ...asked, state: { repository: repository.name }, action: { action: "save" } };
  expect((await world().post("/integrations/forge/render", filled, ada)).body).toEqual({ type: "complete" });
  await until(() => isSaid(first));
  expect(await space.texts()).toEqual({ Home: "First.\n" });
  const { urls } = (await world().get(`/spaces/${space.id}`, ada)).body;
  expect(said(first)).toEqual({ state: "success", target_url: urls.app, ours: false });

  const hook = (ref: string, standalone: boolean) =>
    world().send(
      `${pathOf(integration.urls.publicEndpoint)}/hook`,
      JSON.stringify({ repository: repository.name, ref, standalone }),
      { "content-type": "application/json" },
    );
  const pushed = repository.commit({ "next.md": "# Next\n\nTheirs.\n" });
  expect((await hook("refs/heads/main", false)).status).toBe(202);
  await until(() => isSaid(pushed));
  expect(await space.texts()).toEqual({ Home: "First.\n", Next: "Theirs.\n" });
  // Only the spaces of that repository are told.
  expect(await other.texts()).toEqual({});

  // A pull request is read, and changes nothing.
  repository.move(pushed, "topic");
  const proposed = repository.commit({ "README.md": "# Home\n\nProposed.\n" }, "Propose", "topic");
  expect((await hook("refs/heads/topic", true)).status).toBe(202);
  await until(() => isSaid(proposed));
  expect(await space.texts()).toEqual({ Home: "First.\n", Next: "Theirs.\n" });

  await space.write("Home", "Ours.\n");
  await until(() => repository.tip() !== pushed && isSaid(repository.tip()));
  expect(repository.show("README.md")).toBe("# Home\n\nOurs.\n");
  expect(said(repository.tip())).toEqual({ state: "success", target_url: urls.app, ours: true });
  host().api = undefined;
});
