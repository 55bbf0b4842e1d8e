/** That an answer which its operation doesn't declare is seen, whoever's test it is in. */
import fastify from "fastify";
import { expect, test } from "vitest";
import { watchAnswers } from "./ownAnswers.ts";

async function toldOf(status: number, body: unknown): Promise<string[]> {
  const told: string[] = [];
  const app = fastify();
  watchAnswers(app, (sentence) => void told.push(sentence));
  app.get("/v1/user", (_, reply) => reply.code(status).send(body));
  await app.inject({ url: "/v1/user" });
  await app.close();
  return told;
}

const user = {
  object: "user",
  id: "u",
  displayName: "Ada",
  urls: { location: "http://app.test/v1/users/u" },
};

test("what is declared is not told of", async () => {
  expect(await toldOf(200, user)).toEqual([]);
  const message = "/hostname: is taken. See the other: it is there.";
  expect(await toldOf(409, { error: { code: 409, type: "taken", requestId: "r", message } })).toEqual([]);
});

test.each<[string, number, unknown, RegExp]>([
  ["a missing field", 200, { ...user, id: undefined }, /^getAuthenticatedUser 200: .*id/],
  ["a value of another kind", 200, { ...user, object: "person" }, /\/object/],
  ["an undeclared status", 201, user, /^getAuthenticatedUser 201: is declared by no answer/],
  [
    "a field that is no JSON pointer",
    400,
    {
      error: {
        code: 400,
        type: "invalid-input",
        requestId: "r",
        message: "No.",
        details: [{ path: "a.b", message: "No." }],
      },
    },
    /names a field a\.b, which is no JSON pointer/,
  ],
  [
    "a sentence that names a field in another way",
    409,
    { error: { code: 409, type: "taken", requestId: "r", message: "hostname: is taken." } },
    /begins with hostname, which is no JSON pointer/,
  ],
  ["an error of another shape", 404, { message: "No." }, /^getAuthenticatedUser 404: .*error/],
])("%s is", async (_, status, body, sentence) => {
  expect(await toldOf(status, body)).toEqual([expect.stringMatching(sentence)]);
});
