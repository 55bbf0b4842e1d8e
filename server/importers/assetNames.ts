import { baseName } from "./pageNames.ts";

/** Characters that some file system refuses in a name, and a percent sign that would read as an escape. */
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u001f\u007f/\\:*?"<>|]|%(?=[0-9A-Fa-f]{2})|^\.|[. ]$/g;
const ESCAPED = /%([0-9A-Fa-f]{2})/g;
const MAX_BYTES = 200;

/** The name of a file as its path in a source tells it; the inverse of `assetName` for names of usual length. */
export function fileName(path: string): string {
  return baseName(path).replace(ESCAPED, (match, hex: string) => {
    const code = Number.parseInt(hex, 16);
    return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : match;
  });
}

/** A file name that every system takes, for a file of any name. */
export function assetName(name: string): string {
  const safe = name.normalize("NFC").replace(UNSAFE, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
  });
  if (safe === "") return "file";
  return shortened(safe);
}

/** Cuts a name to a length that fits a folder entry, keeping its extension. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? "";
  let cut = "";
  let bytes = Buffer.byteLength(extension);
  for (const character of name.slice(0, name.length - extension.length)) {
    bytes += Buffer.byteLength(character);
    if (bytes > MAX_BYTES) break;
    cut += character;
  }
  return cut.trimEnd() + extension;
}
