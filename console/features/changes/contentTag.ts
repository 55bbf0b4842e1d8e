import type { ChangeRequest } from "../../../sdk/src/index.ts";

/**
 * The ETag of the content of a change request as it was read, so that what is judged and merged is what somebody saw.
 * Of a tag the version alone is compared, which of content is its revision; what follows it says how it was sent.
 */
export function contentTag({ revision }: ChangeRequest): string {
  return `"${revision}.read"`;
}
