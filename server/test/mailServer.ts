/** A mail server for a world that has none otherwise: it takes e-mail, or refuses it. */
import { afterEach, beforeEach } from "vitest";
import type { Mail, MailRefused } from "../ports/mail.ts";
import type { World } from "./harness.ts";

interface TestMailServer {
  /** What was taken since the test began: whom to, and the subject. */
  readonly mailed: () => readonly string[];
  /** Refuses everything from now on, or what goes to one address. */
  readonly refuse: (error: MailRefused, to?: string) => void;
  /** Takes everything from now on. */
  readonly deliver: () => void;
}

/** Before each test of the block there is one that takes everything; afterwards there is none, as before. */
export function useMailServer(world: () => World): TestMailServer {
  const taken: string[] = [];
  let refusal: { readonly error: MailRefused; readonly to: string | undefined } | undefined;
  let before: Mail;
  beforeEach(() => {
    const { mail } = world().deps;
    before = { ...mail };
    taken.length = 0;
    refusal = undefined;
    Object.assign(mail, {
      delivers: true,
      send: async ({ to, subject }: Parameters<Mail["send"]>[0]) => {
        if (refusal !== undefined && (refusal.to ?? to) === to) throw refusal.error;
        taken.push(`${to}: ${subject}`);
      },
    });
  });
  afterEach(() => void Object.assign(world().deps.mail, before));
  return {
    mailed: () => taken,
    refuse: (error, to) => {
      refusal = { error, to };
    },
    deliver: () => {
      refusal = undefined;
    },
  };
}
