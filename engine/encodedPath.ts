/** A path of decoded segments as it stands in an address. */
export function encodedPath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
