/** Does what it is told, good or bad: by it the tests and `lectern doctor` see that threads work and end. */
import { pbkdf2Sync } from "node:crypto";
import { answer, HandedBytes } from "./answer.ts";

/**
 * `echo` answers with its text, `hand` with as many bytes, `count` with how often its thread has been asked to; the
 * others show what a bad program does.
 * `block`, `swell` and `die` are for processes only: a thread can't be ended at the first, and takes ours with it at the
 * others.
 */
type Probe =
  | { readonly does: "echo"; readonly text: string }
  | { readonly does: "hand"; readonly bytes: number }
  | { readonly does: "count" | "throw" | "spin" | "grow" | "exit" | "block" | "swell" | "die" };

let counted = 0;

answer((probe: Probe) => {
  switch (probe.does) {
    case "echo":
      return probe.text;
    case "hand": {
      const buffer = new ArrayBuffer(probe.bytes);
      return new HandedBytes(buffer, [buffer]);
    }
    case "count":
      return ++counted;
    case "spin":
      for (;;) Math.random();
    case "grow":
      for (const all: unknown[] = []; ;) all.push(Array.from({ length: 1000 }, () => ({})));
    case "exit":
      // oxlint-disable-next-line unicorn/no-process-exit -- it ends its thread, as a broken library might
      return process.exit(3);
    case "block":
      return pbkdf2Sync("a", "b", 2 ** 31 - 1, 64, "sha512").length;
    case "swell":
      return swell();
    case "die":
      return process.kill(process.pid, "SIGKILL");
    default:
      throw new Error("as it was told");
  }
});

/** Takes memory that is none of JavaScript's, slowly enough to be seen at it. */
function swell(): number {
  const all: Buffer[] = [];
  for (let step = 0; step < 250; step++) {
    all.push(Buffer.alloc(4 * 1024 * 1024, 1));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  }
  return all.length;
}
