/** A page by its space and its id. */
export interface SpacePageKey {
  readonly spaceId: string;
  readonly pageId: string;
}

/** What one asker may find. */
export interface Visibility {
  /** Whether pages may be found at all. Undefined: every page. */
  readonly ofPage?: ((page: SpacePageKey) => boolean) | undefined;
  /** Which of some pages may be found, where that has to be read: it is asked for as many as an answer needs. */
  readonly amongPages?: ((pages: readonly SpacePageKey[]) => Promise<readonly boolean[]>) | undefined;
  /**
   * Whether all of these conditions hold for the asker on a page. Undefined: the asker sees what is under any
   * condition.
   */
  readonly isMet?: ((conditions: readonly string[], page: SpacePageKey) => boolean) | undefined;
}

/** The sections of a page that the asker may find. */
export function visibleSections<S extends { readonly conditions: string }>(
  sections: readonly S[],
  { isMet }: Visibility,
  page: SpacePageKey,
): readonly S[] {
  if (!isMet) return sections;
  return sections.filter(
    ({ conditions }) => conditions === "[]" || isMet(JSON.parse(conditions) as string[], page),
  );
}
