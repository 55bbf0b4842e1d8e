/** A mail server that takes what it is given, of one who knows the password. */
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll } from "vitest";

interface MailTaker {
  /** Who sent to whom, of each e-mail. */
  readonly taken: string[];
  port: number;
}

/** It runs for the tests of a file. */
export function useMailTaker(): MailTaker {
  const mail: MailTaker = { taken: [], port: 0 };
  const smtp = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, answer) =>
      password === "hunter2" ? answer(null, { user: username }) : answer(new Error("No such password")),
    onRcptTo: ({ address }, _, answer) =>
      answer(address.startsWith("nobody") ? new Error("No such mailbox") : null),
    onData: (stream, { envelope: { mailFrom, rcptTo } }, answer) => {
      const from = mailFrom === false ? "nobody" : mailFrom.address;
      mail.taken.push(`${from} to ${rcptTo.map(({ address }) => address).join()}`);
      stream.resume().on("end", answer);
    },
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
    mail.port = (smtp.server.address() as AddressInfo).port;
  });
  afterAll(() => new Promise<void>((resolve) => smtp.close(resolve)));
  return mail;
}
