import Fastify from "fastify";
import { afterAll, describe, expect, test } from "vitest";
import { drawIcon, mountIcons } from "./icons.ts";

const app = Fastify();
mountIcons(app);
afterAll(() => app.close());

describe("icons", () => {
  test("by name, by another name, of brands, and by what stands in for the paid edition", async () => {
    const [book, gear, cog, github, settings] = await Promise.all(
      ["book", "gear", "cog", "github", "settings"].map(drawIcon),
    );
    expect(book).toMatch(/<symbol id="i" viewBox="0 0 \d+ \d+"><path d="M[^"]+"\/><\/symbol><\/svg>$/);
    expect(github).toMatch(/<path d="M/);
    expect(book).not.toBe(github);
    expect([cog, settings]).toEqual([gear, gear]);
    expect(await drawIcon("constructor")).toBeUndefined();
  });

  test("every name of the package, and every one that was drawn before it", async () => {
    const sets = await Promise.all([
      import("@fortawesome/free-solid-svg-icons").then(({ fas }) => fas),
      import("@fortawesome/free-brands-svg-icons").then(({ fab }) => fab),
      import("@fortawesome/free-regular-svg-icons").then(({ far }) => far),
    ]);
    const names = sets.flatMap((set) => Object.values(set).map(({ iconName }) => iconName as string));
    expect(names.length).toBeGreaterThan(2_500);
    const before = [
      "sparkles",
      "octagon-exclamation",
      "grid-2",
      "hand-wave",
      "shield-check",
      "webhook",
      "memo",
    ];
    const drawn = await Promise.all([...names, ...before].map(drawIcon));
    expect([...names, ...before].filter((_, at) => drawn[at] === undefined)).toEqual([]);
  });

  test("a name that nobody drew shows what comes nearest, and is asked for again sooner", async () => {
    const [book, nobody] = await Promise.all(
      ["book", "no-such-thing"].map((name) => app.inject(`/~/icons/${name}.svg`)),
    );
    expect([book?.statusCode, nobody?.statusCode]).toEqual([200, 200]);
    expect(book?.headers["cache-control"]).toBe("public, max-age=2592000");
    expect(nobody?.headers["cache-control"]).toBe("public, max-age=3600");
    for (const [name, shown] of [
      ["rocket-launch", "rocket"],
      ["chart-line-up-down", "chart-line"],
      ["xyz-book", "book"],
      ["a-zz", "shapes"],
      ["no-such-thing", "shapes"],
      ["constructor", "shapes"],
    ]) {
      const { body } = await app.inject(`/~/icons/${name}.svg`);
      expect([name, body]).toEqual([name, await drawIcon(shown ?? "")]);
    }
    for (const { headers } of [book, nobody].flatMap((answer) => answer ?? [])) {
      expect(headers["content-type"]).toBe("image/svg+xml");
      expect(headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
    }
    expect((await app.inject("/~/icons/book.png")).statusCode).toBe(404);
  });
});
