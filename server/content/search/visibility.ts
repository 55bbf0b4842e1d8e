/** What one asker may find. */
export interface Visibility {
  /** Whether pages may be found at all. Undefined: every page. */
  readonly ofPage?: ((page: { readonly spaceId: string; readonly pageId: string }) => boolean) | undefined;
  /** Whether all of these conditions hold for the asker. Undefined: the asker sees what is under any condition. */
  readonly isMet?: ((conditions: readonly string[]) => boolean) | undefined;
}

/** The sections that the asker may find. */
export function visibleSections<S extends { readonly conditions: string }>(
  sections: readonly S[],
  { isMet }: Visibility,
): readonly S[] {
  if (!isMet) return sections;
  return sections.filter(
    ({ conditions }) => conditions === "[]" || isMet(JSON.parse(conditions) as string[]),
  );
}
