/** The key of an organization's OpenAPI specifications in the query cache. */
export const specsOf = (organization: string) => ["organization", organization, "specs"] as const;
