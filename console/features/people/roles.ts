import type { MemberRole } from "../../../sdk/src/index.ts";
import { peopleWords } from "../../words/people.ts";

/** A role as it is chosen; guests have none. */
export type RoleChoice = MemberRole | "guest";

export const ROLES = ["admin", "create", "review", "edit", "comment", "read"] as const;

/** Roles to choose from, the highest first. */
export const ROLE_CHOICES: readonly (readonly [MemberRole, string])[] = ROLES.map((role) => [
  role,
  peopleWords.roles[role],
]);

/** The same with none. */
export const MEMBER_CHOICES: readonly (readonly [RoleChoice, string])[] = [
  ...ROLE_CHOICES,
  ["guest", peopleWords.roles.guest],
];

/** The role of a choice, as the API has it. */
export const roleOf = (choice: RoleChoice): MemberRole | null => (choice === "guest" ? null : choice);

export const choiceOf = (role: MemberRole | null | undefined): RoleChoice => role ?? "guest";
