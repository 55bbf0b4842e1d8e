/** A stream of events on a line that may be cut without a word. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const signals: AbortSignal[] = [];
let beat: (text: string) => void = () => undefined;

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  signals.length = 0;
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
  vi.stubGlobal("fetch", async (_: string, { signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        beat = (text) => stream.enqueue(new TextEncoder().encode(text));
        signal.addEventListener("abort", () => stream.error(new Error("It was cut.")));
      },
    });
    return new Response(body, { headers: { "lectern-person": "ada" } });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("is opened again after a silence that is longer than the server's, and not before", async () => {
  const person = await import("./person.ts");
  person.notePerson(new Response(null, { headers: { "lectern-person": "ada" } }));
  person.personIsAsked();
  const { EventStream } = await import("./eventStream.ts");
  const stream = new EventStream(() => undefined, undefined);
  stream.follow({ space: ["s"], changeRequest: [], organization: [] });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(signals.length).toBe(1);
  beat(":\n\n");
  await vi.advanceTimersByTimeAsync(30_000);
  expect(signals.length).toBe(1);
  await vi.advanceTimersByTimeAsync(11_000);
  expect([signals.length, signals[0]?.aborted]).toEqual([2, true]);
  stream.close();
  await vi.advanceTimersByTimeAsync(100_000);
  expect([signals.length, signals[1]?.aborted]).toEqual([2, true]);
});
