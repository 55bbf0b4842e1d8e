/** Signed addresses for uploads: who has one may send one file of one size for one organization, for ten minutes. */
import type { Deps } from "../../deps.ts";

/** How long an address is good, in milliseconds. */
const GOOD_FOR = 600_000;
/** The largest file, in bytes: of fonts with thousands of signs one weight fits. */
export const LARGEST_UPLOAD = 5 * 1024 * 1024;
const PURPOSE = "upload address";
const FOLDER = "fonts";
/** Where uploads are sent, with the key behind it. */
export const UPLOAD_PATH = "/v1/storage/";

/** What an address is for. */
export interface Upload {
  readonly organization: string;
  readonly id: string;
  /** In bytes. */
  readonly size: number;
}

/** What names an uploaded file in the API. */
export function keyOf({ organization, id }: Pick<Upload, "organization" | "id">): string {
  return `${FOLDER}/${organization}/${id}`;
}

/** The upload that a key names in its organization; undefined for what is no key of it. */
export function idOfKey(organization: string, key: string): string | undefined {
  const prefix = `${FOLDER}/${organization}/`;
  return key.startsWith(prefix) ? key.slice(prefix.length) : undefined;
}

const said = ({ organization, id, size }: Upload, until: number): string =>
  `${organization}/${id}/${size}/${until}`;

/** The address to which the bytes are put. @param now milliseconds */
export function signUploadAddress(
  { addresses, secrets }: Pick<Deps, "addresses" | "secrets">,
  upload: Upload,
  now: number,
): string {
  const until = now + GOOD_FOR;
  const query = new URLSearchParams({
    size: String(upload.size),
    until: String(until),
    signature: secrets.sign(PURPOSE, said(upload, until)),
  });
  return `${addresses.app}${UPLOAD_PATH}${keyOf(upload)}?${query}`;
}

/** What the address of a request allows now; undefined when it is forged or too old. @param url path and query */
export function readUploadAddress(
  { secrets }: Pick<Deps, "secrets">,
  url: string,
  now: number,
): Upload | undefined {
  const [path = "", search = ""] = url.split("?", 2);
  const [, organization, id] = /^\/v1\/storage\/fonts\/([\w-]{1,128})\/([\w-]{1,128})$/.exec(path) ?? [];
  const query = new URLSearchParams(search);
  const [size, until] = [Number(query.get("size")), Number(query.get("until"))];
  if (organization === undefined || id === undefined || !(until > now)) return undefined;
  const upload = { organization, id, size };
  return secrets.verify(PURPOSE, said(upload, until), query.get("signature") ?? "") ? upload : undefined;
}
