import { expect, test } from "vitest";
import { useWorld } from "../../test/harness.ts";

const world = useWorld();

test.each(["content/import", "content/files"])(
  "an upload to %s that is too large is refused, not cut",
  async (path) => {
    const writer = await world().addPerson(`writer of ${path}`, "create");
    const made = await world().post(`/orgs/${world().organization}/spaces`, { title: "Guide" }, writer);
    const head = '--xx\r\ncontent-disposition: form-data; name="file"; filename="a.zip"\r\n\r\n';
    const tooMuch = Buffer.alloc(100 * 2 ** 20 + 5);
    const { status, body } = await world().call("POST", `/spaces/${made.body.id}/${path}`, {
      as: writer,
      raw: Buffer.concat([Buffer.from(head), tooMuch, Buffer.from("\r\n--xx--\r\n")]),
      headers: { "content-type": "multipart/form-data; boundary=xx" },
    });
    expect([status, body.error?.type]).toEqual([413, "too-large"]);
  },
);
