import { expect, test } from "vitest";
import { bareAddress } from "./place.ts";

test.each([
  ["https://github.com/Acme/Docs.git", "https://github.com/acme/docs"],
  ["https://github.com/acme/docs/", "https://github.com/acme/docs"],
  ["https://gitlab.com/Acme/Team/Docs", "https://gitlab.com/acme/team/docs"],
  ["https://git.example/Acme/Docs.git/", "https://git.example/Acme/Docs"],
  ["https://git.example/acme/docs.git.git", "https://git.example/acme/docs.git"],
  ["https://github.com.example/Acme/docs", "https://github.com.example/Acme/docs"],
])("%s is the place %s", (address, place) => {
  expect(bareAddress(address)).toBe(place);
});
