/** The signed address of a PDF: who has it may read this document for an hour, and nothing else. */
import type { Deps } from "../../deps.ts";

type Signing = Pick<Deps, "addresses" | "secrets">;

/** How long an address is good, in milliseconds. */
const GOOD_FOR = 3600_000;
const PURPOSE = "pdf address";

interface PrintAddress {
  readonly space: string;
  /** The key under which the document is kept. */
  readonly key: string;
}

/** The address on the sites' origin, where no editor's credentials are. @param name for people and their downloads */
export function signPdfAddress(
  { addresses, secrets }: Signing,
  { space, key }: PrintAddress,
  name: string,
  now: number,
): string {
  const until = now + GOOD_FOR;
  const signature = secrets.sign(PURPOSE, `${space}/${key}/${until}`);
  return `${addresses.sites}/~/pdf/${space}/${key}/${until}/${signature}/${encodeURIComponent(name)}.pdf`;
}

const ADDRESS =
  /^\/~\/pdf\/([A-Za-z0-9_-]{1,128})\/([0-9a-f]{40})\/(\d{1,15})\/([\w-]{43})\/([^/]{1,900})\.pdf$/;

/** What a path allows to read now, and its name; undefined when it is forged or too old. */
export function readPdfAddress(
  { secrets }: Pick<Deps, "secrets">,
  path: string,
  now: number,
): (PrintAddress & { readonly name: string }) | undefined {
  const [, space, key, until, signature, name] = ADDRESS.exec(path) ?? [];
  if (space === undefined || key === undefined || signature === undefined || name === undefined)
    return undefined;
  if (!secrets.verify(PURPOSE, `${space}/${key}/${until}`, signature) || Number(until) <= now)
    return undefined;
  return { space, key, name: decodedName(name) };
}

function decodedName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return "document";
  }
}
