import { expect, test } from "vitest";
import { passwordProblem } from "./passwords.ts";

test.each([
  "correct rack pony",
  "møøse-bit-sister",
  "日本語のパスワードです",
  "tr0ub4dor&three",
  "yyyyyyyzebra",
])("%s may be chosen", (password) => {
  expect(passwordProblem(password, ["ada@example.com", "Ada"])).toBeUndefined();
});

test.each([
  "password1",
  "Passw0rd!!",
  "dragon!!!!",
  "SUNSHINE99",
  "!!letmein!!",
  "qwertz123456",
  "asdfasdfasdf",
  "zyxwvutsrqpo",
  "abcdefg1234567",
  "11112222",
  "147258369",
  "lectern2026",
  "ada@example.com",
  "Ada Lovelace",
])("%s is tried first", (password) => {
  expect(passwordProblem(password, ["ada@example.com", "Ada Lovelace"])).toMatch(/Choose/);
});
