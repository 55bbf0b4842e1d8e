import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { NotSigned, verifyWebhook } from "./webhook.ts";

const secret = "whsec_bGVjdGVybiBzaWducyB3aGF0IGl0IHNlbmRz";
const now = 1_790_000_000_000;
const at = String(now / 1000);
const body = '{"id":"e1","type":"space_created","timestamp":"2026-09-21T00:00:00.000Z","data":{}}';

/** As a receiver would check it by hand: the key is what the secret's end decodes to. */
const sign = (text: string, key = "lectern signs what it sends") =>
  `v1,${createHmac("sha256", key).update(text).digest("base64")}`;
const headers = (more: Record<string, string> = {}) => ({
  "webhook-id": "e1",
  "webhook-timestamp": at,
  "webhook-signature": sign(`e1.${at}.${body}`),
  ...more,
});

test("gives the event that was signed, from headers of either kind, from text and bytes", async () => {
  const event = { id: "e1", type: "space_created", timestamp: "2026-09-21T00:00:00.000Z", data: {} };
  expect(await verifyWebhook({ body, headers: headers(), secret, now })).toEqual(event);
  expect(await verifyWebhook({ body, headers: new Headers(headers()), secret, now })).toEqual(event);
  expect(
    await verifyWebhook({ body: new TextEncoder().encode(body), headers: headers(), secret, now }),
  ).toEqual(event);
});

test("takes one of several signatures, as after a rotation", async () => {
  const signature = `${sign(`e1.${at}.${body}`, "former")} ${sign(`e1.${at}.${body}`)}`;
  expect(
    (await verifyWebhook({ body, headers: headers({ "webhook-signature": signature }), secret, now })).id,
  ).toBe("e1");
});

test.each([
  ["none", undefined as unknown as string],
  ["empty", ""],
  ["without its beginning", secret.slice(6)],
  ["with nothing after its beginning", "whsec_"],
  ["too short", `whsec_${btoa("fifteen bytes..")}`],
  ["no base64", "whsec_%%%%%%%%%%%%%%%%%%%%%%%%%%%%"],
])("a secret that is %s is refused as such, whatever was signed with it", async (_name, wrong) => {
  const signed = headers({ "webhook-signature": sign(`e1.${at}.${body}`, "") });
  const attempt = verifyWebhook({ body, headers: signed, secret: wrong, now });
  await expect(attempt).rejects.toThrow(TypeError);
  await expect(attempt).rejects.toThrow("`secret` has to be the webhook's");
});

test.each<[string, string, Record<string, string>, number]>([
  ["another body", `${body} `, {}, now],
  ["another id", body, { "webhook-id": "e2" }, now],
  ["another secret", body, { "webhook-signature": sign(`e1.${at}.${body}`, "other") }, now],
  ["an unknown version", body, { "webhook-signature": sign(`e1.${at}.${body}`).replace("v1", "v2") }, now],
  ["no base64", body, { "webhook-signature": "v1,%%%" }, now],
  ["no signature", body, { "webhook-signature": "" }, now],
  ["no time", body, { "webhook-timestamp": "" }, now],
  ["an old copy", body, {}, now + 301_000],
  ["a time to come", body, {}, now - 301_000],
])("refuses %s", async (_name, sent, more, clock) => {
  await expect(verifyWebhook({ body: sent, headers: headers(more), secret, now: clock })).rejects.toThrow(
    NotSigned,
  );
});

test.each(["webhook-id", "webhook-timestamp", "webhook-signature"])(
  "refuses a request without %s",
  async (name) => {
    const { [name]: _, ...rest } = headers() as Record<string, string>;
    for (const given of [rest, new Headers(rest)])
      await expect(verifyWebhook({ body, headers: given, secret, now })).rejects.toThrow(NotSigned);
  },
);
