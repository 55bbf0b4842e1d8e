/** The key of an organization's API descriptions in the query cache. */
export const specsOf = (organization: string) => ["organization", organization, "specs"] as const;
