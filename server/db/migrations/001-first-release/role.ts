/** What people may do with content; see access/roles.ts for the order. */
export const ROLE = "read | comment | edit | review | create | admin";
