import { expect, test } from "vitest";
import { hashing, isPassword, passwordProblem } from "./passwords.ts";

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

test("two hundred who come at once take turns, and those who are too many are told when to come again", async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 240 }, (_, at) => isPassword(undefined, `guess ${at}`)),
  );
  const refused = outcomes.filter(({ status }) => status === "rejected");
  expect(outcomes.length - refused.length).toBeGreaterThanOrEqual(200);
  expect(refused.length).toBeGreaterThan(0);
  for (const outcome of refused) {
    const { reason } = outcome as PromiseRejectedResult;
    expect(reason).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
  }
  expect(hashing()).toMatchObject({ underway: 0, waiting: 0, most: 2 });
});
