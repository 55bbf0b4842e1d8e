import { slugFromTitle } from "../../../../engine/slug.ts";

/** Only letters, digits and hyphens of ASCII: a basename is typed by hand and quoted on paper. */
export function basenameOf(title: string): string {
  const ascii = slugFromTitle(title.normalize("NFKD").replace(/\p{M}/gu, ""));
  return ascii.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "") || "docs";
}
