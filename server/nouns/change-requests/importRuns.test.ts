import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let editor: Person;
let reader: Person;
let stranger: Person;
let runs = "";
let space = "";
let request: { id: string; number: number };

beforeAll(async () => {
  editor = await world().addPerson("eddy", "create");
  reader = await world().addPerson("rita", "read");
  stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
  const { organization } = world();
  runs = `/org/${organization}/imports`;
  space = (await world().post(`/orgs/${organization}/spaces`, { title: "Guide" }, editor)).body.id;
  request = (await world().post(`/spaces/${space}/change-requests`, {}, editor)).body;
});

const source = { type: "website", url: "https://docs.example.com/" };
const start = (body: object, as: Person | undefined = editor) => world().post(runs, body, as);
const list = async (query = "", as = editor): Promise<string[]> =>
  (await world().get(runs + query, as)).body.items.map(({ id }: { id: string }) => id);

test("a run is started, listed by what it is into, told and cancelled", async () => {
  const into = await start({ source, target: { space }, enhance: false });
  expect([into.status, into.body]).toMatchObject([
    201,
    { object: "import-run", status: "pending", source, target: { space }, createdBy: editor.id },
  ]);
  expect(into.headers["location"]).toBe(`http://app.test/v1${runs}/${into.body.id}`);
  const other = await start({ source, target: { space, changeRequest: String(request.number) } });
  expect(other.body.target).toEqual({ space, changeRequest: request.id });
  expect(await list()).toEqual([other.body.id, into.body.id]);
  expect(await list(`?changeRequest=${request.id}`)).toEqual([other.body.id]);
  expect(await list(`?space=${space}&status=active`)).toHaveLength(2);
  expect(await list("?status=completed")).toEqual([]);
  expect(await list("", reader)).toEqual([]);
  const one = `${runs}/${into.body.id}`;
  expect((await world().get(one, editor)).body.id).toBe(into.body.id);
  expect((await world().get(one, reader)).status).toBe(404);
  expect((await world().post(`${one}/cancel`, undefined, editor)).body.status).toBe("cancelled");
  expect((await world().post(`${one}/cancel`, undefined, editor)).status).toBe(409);
});

test("nothing is started where one may not write, or for what is not there", async () => {
  const answers = [
    await start({ source, target: { space } }, reader),
    await start({ source, target: { space } }, stranger),
    await world().post(runs, { source, target: { space } }),
    await start({ source, target: { space: "absent" } }),
    await start({ source, target: { space, changeRequest: "77" } }),
    await start({ source, target: { space, page: "absent" } }),
    await start({ source: { type: "file", files: ["x"] }, target: { space } }),
    await start({ source, target: { space }, enhance: true }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 404, 401, 400, 400, 404, 400, 400]);
});
