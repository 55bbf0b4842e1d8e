import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contentDisposition, fileHeaders } from "./file-headers.ts";

describe("the headers of an uploaded file", () => {
  test.each(["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif", "IMAGE/PNG"])(
    "%s is shown",
    (type) => {
      expect(fileHeaders({ name: "a", contentType: type })["content-disposition"]).toMatch(/^inline/);
    },
  );

  test.each(
    [
      "image/svg+xml",
      "text/html",
      "application/pdf",
      "text/plain",
      "application/xhtml+xml",
      "video/mp4",
    ].concat(["image/svg", "image/pngx", "image/*", "text/xml", "application/javascript", ""]),
  )("%j is offered for saving", (type) => {
    expect(fileHeaders({ name: "a", contentType: type })["content-disposition"]).toMatch(/^attachment/);
  });

  test("let nothing run, whatever the type", () => {
    for (const contentType of ["image/png", "text/html"]) {
      expect(fileHeaders({ name: "a", contentType })).toMatchObject({
        "content-type": contentType,
        "content-security-policy": "default-src 'none'; sandbox",
        "x-content-type-options": "nosniff",
      });
    }
  });

  test.each(["", "png", "image/png; x", "image/png\r\nx: y", "image /png", "a/b/c", `a/${"b".repeat(200)}`])(
    "%j is no type, so none is claimed",
    (contentType) => {
      const headers = fileHeaders({ name: "a", contentType });
      expect(headers["content-type"]).toBe("application/octet-stream");
      expect(headers["content-disposition"]).toMatch(/^attachment/);
    },
  );
});

describe("a name in Content-Disposition", () => {
  test.each([
    ["report.pdf", `attachment; filename="report.pdf"`],
    ["a b.txt", `attachment; filename="a b.txt"`],
    ["naïve.txt", `attachment; filename="na_ve.txt"; filename*=UTF-8''na%C3%AFve.txt`],
    ["日本.png", `attachment; filename="__.png"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.png`],
    ["🎉.png", `attachment; filename="_.png"; filename*=UTF-8''%F0%9F%8E%89.png`],
    [`a"b.txt`, `attachment; filename="a_b.txt"; filename*=UTF-8''a%22b.txt`],
    ["it's (1)*.txt", `attachment; filename="it's (1)*.txt"`],
    ["it's é", `attachment; filename="it's _"; filename*=UTF-8''it%27s%20%C3%A9`],
    ["100%25.txt", `attachment; filename="100_25.txt"; filename*=UTF-8''100%2525.txt`],
    ["a;b", `attachment; filename="a_b"; filename*=UTF-8''a%3Bb`],
    ["a\r\nx-evil: 1", `attachment; filename="ax-evil: 1"`],
    ["a\0b\x7f", `attachment; filename="ab"`],
    ["../../etc/passwd", `attachment; filename=".._.._etc_passwd"`],
    ["..\\x", `attachment; filename=".._x"`],
    ["\u202egnp.exe", `attachment; filename="gnp.exe"`],
    ["\ud800.txt", `attachment; filename=".txt"`],
    ["", "attachment"],
    [" \r\n ", "attachment"],
  ])("%j", (name, header) => {
    expect(contentDisposition(name, false)).toBe(header);
  });

  test("is always one line of ASCII with closed quotes, from which the name can be read back", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (name) => {
        const header = contentDisposition(name, true);
        expect(header).toMatch(
          /^inline(?:; filename="[\x20-\x21\x23-\x7e]+"(?:; filename\*=UTF-8''[\w.!~%-]+)?)?$/,
        );
        if (!isPlain(name)) return;
        const [, full] = /filename\*=UTF-8''(.*)$/.exec(header) ?? [];
        const [, plain] = /filename="([^"]*)"/.exec(header) ?? [];
        expect(full === undefined ? plain : decodeURIComponent(full)).toBe(name.trim());
      }),
    );
  });
});

/** Whether there is nothing in a name that has to be taken out. */
function isPlain(name: string): boolean {
  if (name.trim() === "" || [...name].length > 255) return false;
  return name.isWellFormed() && !/[\p{Cc}\u2028-\u202e\u2066-\u2069/\\]/u.test(name);
}
