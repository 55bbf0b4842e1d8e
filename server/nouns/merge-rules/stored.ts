/** How merge rules are kept in the rows of organizations and spaces: as JSON, null for what they have unasked. */
import type { MergeRule, OrganizationMergeRules, SpaceMergeRules } from "./schema.ts";

/** The column of an organization for a configuration; undefined leaves it as it is. */
export function storedOrganizationRules(config: OrganizationMergeRules | undefined): {
  merge_rules?: string | null;
} {
  if (config === undefined) return {};
  return { merge_rules: config.type === "none" ? null : JSON.stringify(config) };
}

/** The column of a space for a configuration; undefined leaves it as it is. */
export function storedSpaceRules(config: SpaceMergeRules | undefined): { merge_rules?: string | null } {
  if (config === undefined) return {};
  return { merge_rules: config.type === "inherit" ? null : JSON.stringify(config) };
}

/** What the row of an organization says. */
export function organizationRules(stored: string | null): OrganizationMergeRules {
  return stored === null ? { type: "none" } : (JSON.parse(stored) as OrganizationMergeRules);
}

/** What the row of a space says. */
export function spaceRules(stored: string | null): SpaceMergeRules {
  return stored === null ? { type: "inherit" } : (JSON.parse(stored) as SpaceMergeRules);
}

/** The rules that hold in a space, in their order. */
export function rulesInForce(space: string | null, organization: string | null): readonly MergeRule[] {
  const own = spaceRules(space);
  const config = own.type === "inherit" ? organizationRules(organization) : own;
  return config.type === "rules" ? config.rules : [];
}
