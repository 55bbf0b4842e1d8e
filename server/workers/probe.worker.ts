/** Does what it is told, good or bad: by it the tests and `lectern doctor` see that threads work and end. */
import { answer, Handed } from "./answer.ts";

/** `echo` answers with its text, `hand` with as many bytes, `count` with how often its thread has been asked to; the others show what a bad program does. */
export type Probe =
  | { readonly does: "echo"; readonly text: string }
  | { readonly does: "hand"; readonly bytes: number }
  | { readonly does: "count" | "throw" | "spin" | "grow" | "exit" };

let counted = 0;

answer((probe: Probe) => {
  switch (probe.does) {
    case "echo":
      return probe.text;
    case "hand": {
      const buffer = new ArrayBuffer(probe.bytes);
      return new Handed(buffer, [buffer]);
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
    default:
      throw new Error("as it was told");
  }
});
