import { afterEach, expect, test } from "vitest";
import { attributes, encoded, honest, NOW, REQUEST, trust } from "../access/saml/forge.fixture.ts";
import { judgeAnswer } from "../access/saml/verify.ts";
import { SamlVerifier } from "./samlVerifier.ts";

const asked = { requestId: REQUEST, now: NOW };
const padded = (elements: number) =>
  encoded(honest({}, { before: "<samlp:x></samlp:x>".repeat(elements), inResponseTo: "_other" }));
const groups = (count: number) =>
  encoded(
    honest({
      attributes: attributes(
        Object.fromEntries(
          Array(count)
            .fill("")
            .map((_, i) => [`g${i}`, "x"]),
        ),
      ),
    }),
  );

let now = NOW;
let verifier: SamlVerifier;
const open = (perNetwork?: number) => (verifier = new SamlVerifier({ now: () => now }, perNetwork));
afterEach(() => verifier.close());
const outcome = (posted: string, address = "203.0.113.7") =>
  verifier.verify({ trust, posted, asked }, address).then(
    ({ nameId }) => nameId,
    ({ kind }: { kind?: string }) => kind,
  );

test("an honest answer is believed and a forged one isn't, in the same thread", async () => {
  open();
  expect(await outcome(encoded(honest()))).toBe("ann@example.com");
  expect(await outcome(encoded(honest().replace("ann@", "bob@")))).toBe("untrusted");
  expect(await outcome(encoded(honest()))).toBe("ann@example.com");
});

test("an answer with as many groups as a large company has is believed", async () => {
  open();
  expect(await outcome(groups(480))).toBe("ann@example.com");
});

test("an answer with more than an honest one is refused before a thread is asked", async () => {
  open();
  await verifier.close();
  expect(await outcome(padded(1000))).toBe("too-large");
});

test("a network is counted by the processor that its answers take, a minute at a time", async () => {
  // Any verification takes longer than this; how much is left after it is then nothing.
  open(0.001);
  expect(await outcome(padded(900))).toBe("untrusted");
  expect(await outcome(encoded(honest()))).toBe("busy");
  expect(await outcome(encoded(honest()), "198.51.100.7")).toBe("ann@example.com");
  now += 60_000;
  expect(await outcome(encoded(honest()))).toBe("ann@example.com");
});

test("this thread is free while answers are verified", async () => {
  open();
  const answer = { trust, posted: groups(480), asked };
  // Both have loaded what they need.
  await outcome(answer.posted);
  const { took } = await judgeAnswer(answer);
  const before = performance.eventLoopUtilization();
  for (let run = 0; run < 5; run++) await outcome(answer.posted);
  expect(performance.eventLoopUtilization(before).active).toBeLessThan((5 * took) / 4);
});
