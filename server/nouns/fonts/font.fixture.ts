/** Fonts for tests: a header and a list of tables, and nothing that could be drawn. */

/** A file of a format with some tables; `text` makes it differ from others. */
export function madeFont(text = "", format: "woff2" | "woff" = "woff2", tables = ["cmap", "glyf"]): Buffer {
  const data = Buffer.from(`tables ${text}`);
  const isSecond = format === "woff2";
  const start = isSecond ? 48 : 44 + tables.length * 20;
  const directory = tables.map((name, place) => {
    // WOFF2: a table by its name, not transformed, and how long it is. Outlines say by 3 that they are not.
    if (isSecond)
      return Buffer.from([name === "glyf" ? 0xff : 0x3f, ...Buffer.from(name, "latin1"), place + 1]);
    const entry = Buffer.alloc(20);
    entry.write(name, 0, "latin1");
    entry.writeUInt32BE(start, 4);
    entry.writeUInt32BE(data.length, 8);
    entry.writeUInt32BE(data.length, 12);
    return entry;
  });
  const header = Buffer.alloc(isSecond ? 48 : 44);
  const file = Buffer.concat([header, ...directory, data]);
  file.write(isSecond ? "wOF2" : "wOFF", 0, "latin1");
  file.writeUInt32BE(0x00010000, 4);
  file.writeUInt32BE(file.length, 8);
  file.writeUInt16BE(tables.length, 12);
  if (isSecond) file.writeUInt32BE(data.length, 20);
  return file;
}
