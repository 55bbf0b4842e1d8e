/** The first key of all that is read of the roles on something. */
export const rolesOn = (id: string) => ["roles", id] as const;
