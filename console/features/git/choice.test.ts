import { expect, test } from "vitest";
import { choiceWord } from "./choice.ts";

test.each([
  ["lectern", "rewritten", false, "Put this space on top"],
  ["lectern", "rewritten", true, "Put this site on top"],
  ["lectern", "config", true, "Write the file as the site is"],
  ["lectern", "structure", true, "Write the file as the site is"],
  ["apply", "structure", true, "Take them off the site"],
  ["apply", "mass-deletion", false, "Delete them here too"],
  ["lectern", "mass-deletion", true, "Put them back on the branch"],
  ["git", "mass-deletion-out", false, "Take them back from the branch"],
  ["git", "rewritten", true, "Take the branch"],
] as const)("the choice %s for %s, of a site: %s", (choice, kind, isSite, word) => {
  expect(choiceWord(choice, { kind }, isSite)).toBe(word);
});
