import { UNKNOWN_TYPE } from "./file-type.ts";

/** The only types a browser may show in place: pictures that can hold no script. */
const INLINE = new Set(["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"]);
const LONGEST_NAME = 255;
// C0, DEL, C1, line separators, and the marks that turn text around: `exe.png` must not read as `gnp.exe`.
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]|\p{Surrogate}/u;

/**
 * The headers of an answer that carries a file someone uploaded, and that must do nothing but be shown or saved:
 * whatever it holds, it runs no script and loads nothing. `contentType` is the stored one.
 */
export function fileHeaders(file: { name: string; contentType: string }): Record<string, string> {
  const isType = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}$/.test(file.contentType);
  const contentType = isType ? file.contentType.toLowerCase() : UNKNOWN_TYPE;
  return {
    "content-type": contentType,
    "content-disposition": contentDisposition(file.name, INLINE.has(contentType)),
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
  };
}

/**
 * A Content-Disposition header that offers a file under its name, in an ASCII form for old clients and in full.
 * Names are cleaned of slashes and of what can't be seen, which an import may have brought; it never throws.
 */
export function contentDisposition(name: string, inline: boolean): string {
  const kind = inline ? "inline" : "attachment";
  const visible = name.replace(new RegExp(CONTROLS, "gu"), "").replace(/[/\\]/g, "_");
  const clean = [...visible.trim()].slice(0, LONGEST_NAME).join("");
  if (clean === "") return kind;
  const ascii = clean.replace(/[^\x20-\x7e]|["%;]/gu, "_");
  const plain = `${kind}; filename="${ascii}"`;
  return ascii === clean ? plain : `${plain}; filename*=UTF-8''${percentEncoded(clean)}`;
}

function percentEncoded(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
