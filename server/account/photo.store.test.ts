/** The picture on the account page: what of a file gets through, and who sees it. */
import { Transformer } from "@napi-rs/image";
import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../test/harness.ts";
import { givePassword, OWN, usePages, type Visitor } from "./pages.fixture.ts";

const world = useWorld();
const pages = usePages(world);
const PASSWORD = "four words of my own";
let ada: Person;
let visitor: Visitor;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  await givePassword(world(), ada, PASSWORD);
  visitor = pages.visitor();
  await visitor.post("/sign-in", { email: "ada@example.com", password: PASSWORD });
});

const picture = (width: number, height: number): Promise<Buffer> =>
  Transformer.fromRgbaPixels(new Uint8Array(width * height * 4).fill(200), width, height).png();

/** What a browser sends for the form, or something like it. */
async function upload(bytes: Buffer, { field = "file", origin = OWN, type = "" } = {}) {
  const head = `--b\r\ncontent-disposition: form-data; name="${field}"; filename="me.png"\r\ncontent-type: image/png\r\n\r\n`;
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const answer = await pages.app().inject({
    method: "POST",
    url: "/account/photo",
    headers: { origin, cookie, "content-type": type || "multipart/form-data; boundary=b" },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from("\r\n--b--\r\n")]),
  });
  return { status: answer.statusCode, text: answer.body, location: answer.headers["location"] };
}

const photoOf = async (): Promise<string | undefined> => (await world().get("/user", ada)).body.photoURL;
const shown = async (url: string | undefined) =>
  pages.app().inject({ method: "GET", url: String(url).slice(OWN.length) });

test("is drawn anew as a small square, and shown to whoever knows its address until it is replaced", async () => {
  // What a file carries behind its picture doesn't travel.
  const sent = Buffer.concat([await picture(640, 400), Buffer.from("<script>planted</script>")]);
  expect(await upload(sent)).toMatchObject({ status: 303, location: "/account?done=photo" });
  const url = await photoOf();
  expect(url).toMatch(/^http:\/\/app\.test\/photos\/[\w-]{43}\.webp$/);
  const answer = await shown(url);
  expect(answer.headers).toMatchObject({
    "content-type": "image/webp",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "cross-origin",
  });
  expect(answer.headers["content-security-policy"]).toContain("sandbox");
  const size = await new Transformer(answer.rawPayload).metadata();
  expect([size.width, size.height, size.format]).toEqual([256, 256, "webp"]);
  expect(answer.rawPayload.includes("planted")).toBe(false);
  expect((await visitor.get("/account")).text).toContain(`src="${String(url).slice(OWN.length)}"`);
  await upload(await picture(20, 90));
  expect((await photoOf()) === url).toBe(false);
  expect((await shown(url)).statusCode).toBe(404);
  const small = await new Transformer((await shown(await photoOf())).rawPayload).metadata();
  expect([small.width, small.height]).toEqual([20, 20]);
});

test("is removed, or replaced by an address, with its bytes", async () => {
  const stored = async () =>
    (await world().deps.db.read.selectFrom("user_photos").selectAll().execute()).length;
  await upload(await picture(64, 64));
  expect(await stored()).toBe(1);
  await visitor.post("/account/photo/remove", { do: "remove" });
  expect([await photoOf(), await stored()]).toEqual([undefined, 0]);
  await upload(await picture(64, 64));
  await world().patch(`/users/${ada.id}`, { photoURL: "https://example.com/a.png" }, ada);
  expect([await photoOf(), await stored()]).toEqual(["https://example.com/a.png", 0]);
});

test("is refused when it is none, too large, or sent from elsewhere", async () => {
  const before = await photoOf();
  const png = await picture(64, 64);
  const boasting = Buffer.from(png);
  boasting.writeUInt32BE(60_000, 16);
  boasting.writeUInt32BE(60_000, 20);
  const cases: [string, Buffer, object, number][] = [
    ["nothing", Buffer.alloc(0), {}, 400],
    ["a drawing with scripts", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), {}, 400],
    ["a broken picture", png.subarray(0, 60), {}, 400],
    ["one that says it is huge", boasting, {}, 400],
    ["more than 10 MB", Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)]), {}, 400],
    ["another field", png, { field: "photo" }, 400],
    ["another origin", png, { origin: "https://evil.test" }, 403],
    ["another form", png, { type: "text/plain" }, 415],
    ["a form of texts", png, { type: "application/x-www-form-urlencoded" }, 415],
  ];
  const answers: [string, number][] = [];
  for (const [name, bytes, options] of cases) answers.push([name, (await upload(bytes, options)).status]);
  expect(answers).toEqual(cases.map(([name, , , status]) => [name, status]));
  expect(await photoOf()).toBe(before);
  visitor.cookies.clear();
  expect(await upload(png)).toMatchObject({ status: 303, location: "/sign-in?next=%2Faccount" });
});
