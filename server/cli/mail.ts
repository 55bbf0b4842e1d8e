import type { Command } from "commander";
import { readSettings, type Settings } from "../env.ts";
import { openMail } from "../open.ts";
import { MailRefused } from "../ports/mail.ts";
import { StartRefused } from "../ports/start-refused.ts";
import type { Console } from "./console.ts";
import { type Finding, ok, problem } from "./finding.ts";
import { sayingWhatFor } from "./waiting.ts";

/** Adds `lectern mail test`. */
export function addMail(lectern: Command, console: Console): void {
  lectern
    .command("mail")
    .description("Mail server of the settings")
    .command("test")
    .description("Send a test e-mail and say what the mail server answered")
    .argument("<email>", "where to")
    .action((email: string) => sendTest(console, email));
}

async function sendTest(console: Console, to: string): Promise<void> {
  const settings = readSettings(console.env);
  if (settings.smtpUrl === undefined) {
    throw new StartRefused(
      "LECTERN_SMTP_URL is not set, so there is no mail server to try. Set it, and LECTERN_MAIL_FROM.",
    );
  }
  const mail = openMail(settings, console.note);
  try {
    const text = "Lectern can send e-mail. Nothing needs to be done.\n";
    await sayingWhatFor(console, hostOf(settings.smtpUrl), () =>
      mail.send({ to, subject: "A test from Lectern", text }),
    );
  } catch (error) {
    if (error instanceof MailRefused) throw new StartRefused(error.message);
    throw error;
  } finally {
    await mail.close();
  }
  console.print(`${hostOf(settings.smtpUrl)} accepted the e-mail from ${settings.mailFrom} to ${to}.`);
}

/** Whether the mail server lets us in; nothing is sent. The settings say from whom e-mail comes. */
export async function mailServerFindings(settings: Settings): Promise<Finding[]> {
  if (settings.smtpUrl === undefined) return [];
  const mail = openMail(settings, () => undefined);
  const host = hostOf(settings.smtpUrl);
  try {
    await mail.check();
    const answered =
      new URL(settings.smtpUrl).username === "" ? `${host} answers` : `the login at ${host} succeeded`;
    return [ok("Mail", answered)];
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    return [
      problem(
        "Mail",
        `No e-mail can be sent through ${host}: ${error.message.replace(/\.$/, "")}. Check LECTERN_SMTP_URL, then run lectern mail test <address>.`,
      ),
    ];
  } finally {
    await mail.close();
  }
}

const hostOf = (url: string): string => new URL(url).host;
