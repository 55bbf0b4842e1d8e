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

  /** A busy machine finds no place for a script at once, and it is told later. */
  const until = async (holds: () => Promise<boolean> | boolean): Promise<void> => {
    for (let rounds = 0; rounds < 20; rounds++) {
      await world().runJobs();
      if (await holds()) return;
      world().ahead += 120_000;
    }
    const { body } = await world().get("/integrations/git-host/events?limit=100", ada);
    throw new Error(`it came to nothing: ${JSON.stringify(body.items)} ${JSON.stringify(shown)}`);
  };
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
