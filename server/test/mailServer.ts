/** A mail server for a world that has none otherwise: it takes e-mail, or refuses it. */
import { afterEach, beforeEach } from "vitest";
import type { Mail, MailRefused } from "../ports/mail.ts";
import type { World } from "./harness.ts";

interface TestMailServer {
  /** What was taken since the test began: whom to, and the subject. */
  readonly mailed: () => readonly string[];
  /** Refuses everything from now on. */
  readonly refuse: (error: MailRefused) => void;
  /** Takes everything from now on. */
  readonly deliver: () => void;
}

/** Before each test of the block there is one that takes everything; afterwards there is none, as before. */
export function useMailServer(world: () => World): TestMailServer {
  const taken: string[] = [];
  let refusal: MailRefused | undefined;
  let before: Mail;
  beforeEach(() => {
    const { mail } = world().deps;
    before = { ...mail };
    taken.length = 0;
    refusal = undefined;
    Object.assign(mail, {
      delivers: true,
      send: async ({ to, subject }: Parameters<Mail["send"]>[0]) => {
        if (refusal !== undefined) throw refusal;
        taken.push(`${to}: ${subject}`);
      },
    });
  });
  afterEach(() => void Object.assign(world().deps.mail, before));
  return {
    mailed: () => taken,
    refuse: (error) => {
      refusal = error;
    },
    deliver: () => {
      refusal = undefined;
    },
  };
}
