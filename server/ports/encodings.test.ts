import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { encoded, encodingFor } from "./encodings.ts";

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["br", "br"],
  ["BR;q=0.1", "br"],
  ["gzip, deflate", "gzip"],
  ["gzip;q=1.0, *;q=0", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br ; q=0.000, gzip;q=0", "identity"],
  ["br;q=0, *", "identity"],
  ["x-br, brotli, gzipped", "identity"],
  ["identity", "identity"],
  ["", "identity"],
  [undefined, "identity"],
])("of %s takes %s", (accepted, encoding) => {
  expect(encodingFor({ "accept-encoding": accepted })).toBe(encoding);
});

test("packs what is unpacked as it was", async () => {
  const bytes = Buffer.from("many words ".repeat(200));
  expect(await encoded(bytes, "identity", 5)).toBe(bytes);
  expect(gunzipSync(await encoded(bytes, "gzip", 5))).toEqual(bytes);
  expect(brotliDecompressSync(await encoded(bytes, "br", 5))).toEqual(bytes);
  expect((await encoded(bytes, "gzip", 5)).length).toBeLessThan(100);
});
