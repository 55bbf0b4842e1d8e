import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { clientLibrary } from "./clientLibrary.ts";

test("the generated half of the client library is that of today's operations; else run `npm run client`", () => {
  for (const [name, source] of Object.entries(clientLibrary())) {
    const kept = readFileSync(new URL(`../sdk/src/generated/${name}`, import.meta.url), "utf8");
    // Compared at once: a difference of megabytes would take minutes to print.
    expect(kept === source, name).toBe(true);
  }
});
