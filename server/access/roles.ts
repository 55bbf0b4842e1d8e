import type { Role } from "../db/schema.ts";

/** What a person may do with content, lowest first. A member without a role (null) is a guest. */
export const ROLES = [
  "read",
  "comment",
  "edit",
  "review",
  "create",
  "admin",
] as const satisfies readonly Role[];

export type { Role };

/** A role; null for guests; undefined for somebody who has nothing here. */
export type Standing = Role | null | undefined;

/** Whether `role` is `least` or higher. Guests and strangers are below every role. */
export function atLeast(role: Standing, least: Role): boolean {
  return role !== null && role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(least);
}

/** The higher of two roles. */
export function higher(a: Role, b: Role): Role {
  return atLeast(a, b) ? a : b;
}

/** Whether a text is the name of a role. */
export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}
