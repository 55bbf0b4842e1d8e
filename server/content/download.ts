import type { Deps } from "../deps.ts";

type Signing = Pick<Deps, "addresses" | "secrets">;

const LENGTH = 22;

/** The secret part of a file's address: who has it may read this file of this space, and nothing else. */
export function downloadKey(secrets: Deps["secrets"], space: string, file: string): string {
  return secrets.sign("file", `${space}/${file}`).slice(0, LENGTH);
}

/** Whether a key is that of this file of this space, of the secret in use or of a former one. */
export function opensFile(secrets: Deps["secrets"], space: string, file: string, key: string): boolean {
  return secrets.verifyStart("file", `${space}/${file}`, key, LENGTH);
}

/**
 * The address of a file's bytes: stable, on the sites' origin, and dead once the space is deleted. The name at its end
 * is for people and their downloads.
 */
export function downloadUrl(
  { addresses, secrets }: Signing,
  space: string,
  file: { readonly id: string; readonly name: string },
): string {
  const key = downloadKey(secrets, space, file.id);
  return `${addresses.sites}/~/files/${space}/${file.id}/${key}/${encodeURIComponent(file.name)}`;
}
