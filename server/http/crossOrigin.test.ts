import { describe, expect, test } from "vitest";
import { useWorld } from "../test/harness.ts";

const world = useWorld();
const origin = "https://elsewhere.example";

describe("a page of another origin", () => {
  test.each(["GET", "POST", "PATCH", "DELETE"])(
    "is told that it may %s, without credentials",
    async (method) => {
      const { status, headers, text } = await world().call("OPTIONS", "/spaces/any", {
        headers: {
          origin,
          "access-control-request-method": method,
          "access-control-request-headers": "authorization, idempotency-key",
        },
      });
      expect([status, text]).toEqual([204, ""]);
      expect(headers["access-control-allow-origin"]).toBe("*");
      expect(headers["access-control-allow-credentials"]).toBeUndefined();
      expect(String(headers["access-control-allow-methods"]).split(", ")).toContain(method);
      for (const name of [
        "authorization",
        "content-type",
        "idempotency-key",
        "if-match",
        "if-none-match",
        "prefer",
      ]) {
        expect(String(headers["access-control-allow-headers"]).split(", ")).toContain(name);
      }
      expect(Number(headers["access-control-max-age"])).toBeGreaterThan(0);
    },
  );

  test.each([
    ["/user", 401],
    ["/nowhere", 404],
    ["//openapi.json", 200],
    ["//v1/", 200],
  ])("may read what %s answers (%i), failures too", async (path, status) => {
    const answer = await world().call("GET", path, { headers: { origin } });
    expect([answer.status, answer.headers["access-control-allow-origin"]]).toEqual([status, "*"]);
    for (const name of [
      "etag",
      "location",
      "retry-after",
      "x-ratelimit-remaining",
      "www-authenticate",
      "allow",
    ]) {
      expect(String(answer.headers["access-control-expose-headers"]).split(", ")).toContain(name);
    }
  });

  test("gets the same leave with a broken body, an unknown method and a mistyped address", async () => {
    const broken = await world().call("POST", "/user/tokens", {
      raw: "{",
      headers: { origin, "content-type": "application/json" },
    });
    const method = await world().call("DELETE", "/user", { headers: { origin } });
    expect([broken.status, method.status]).toEqual([401, 405]);
    for (const { headers } of [broken, method]) expect(headers["access-control-allow-origin"]).toBe("*");
  });

  test("can't read what is for the operator", async () => {
    for (const path of ["//metrics", "//readyz", "//healthz"]) {
      const { headers } = await world().call("GET", path, { headers: { origin } });
      expect(headers["access-control-allow-origin"]).toBeUndefined();
    }
  });

  test("is not mentioned to those who don't ask", async () => {
    const { headers } = await world().get("/user");
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  });
});
