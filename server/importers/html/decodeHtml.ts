/** What is looked at for the encoding that a page names itself, as browsers do. */
const HEAD_BYTES = 1024;

/** The text of a page, by its byte order mark, the server's word, its own, or as UTF-8. What is broken is replaced. */
export function decodeHtml(bytes: Uint8Array, charset: string | undefined): string {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, HEAD_BYTES));
  const own = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(head)?.[1];
  if (bytes[0] === 0xef && bytes[1] === 0xbb) return decoderOf("utf-8").decode(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decoderOf("utf-16le").decode(bytes);
  return decoderOf(charset ?? own ?? "utf-8").decode(bytes);
}

function decoderOf(label: string): { decode(bytes: Uint8Array): string } {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
