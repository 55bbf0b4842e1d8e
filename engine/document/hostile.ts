/** Addresses that no page links to. */

// What browsers drop, or what hides a scheme.
/* oxlint-disable-next-line no-control-regex -- control characters are what has to be found */
const INVISIBLE = /[\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]/g;
const RUNS = /^(?:(?:javascript|vbscript|livescript|mocha):|data:(?!image\/(?:png|jpe?g|gif|webp|avif);))/i;

/** Whether an address runs code, or shows a page of its own making, where it is followed. */
export function isHostile(url: string): boolean {
  const probe = url.slice(0, 1000).replace(INVISIBLE, "");
  return RUNS.test(probe);
}
