/** Whether a segment looks like the key of a share link: others need not be looked up. */
export function mayBeShareKey(segment: string): boolean {
  return /^[0-9A-Za-z]{20}$/.test(segment);
}

/** What answers under a secret address carry: it goes to no other site, and no cache in between keeps them. */
export const SECRET_ADDRESS_HEADERS = {
  "referrer-policy": "no-referrer",
  "cache-control": "private, max-age=0, must-revalidate",
} as const;
