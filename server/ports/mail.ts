import { StartRefused } from "./start-refused.ts";

/** A letter in plain text to one person. */
type Letter = { readonly to: string; readonly subject: string; readonly text: string };

/** How an error begins that is the answer of the mail server. */
export const SERVER_REFUSED = "The mail server did not take the e-mail: ";

/**
 * A title as it stands in a letter: in one line. Whoever wrote it writes neither the rest of the letter nor its headers.
 */
export function titleInLetter(title: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return title.replace(/[\u0000-\u0020\u007f-\u00a0\u2028-\u202e\u2066-\u2069]+/g, " ").trim();
}

/** How letters leave the house. */
export interface Mail {
  /** Whether letters reach their people; false: they are printed for the operator. */
  readonly delivers: boolean;
  /** Hands one letter over. Throws MailRefused when it can't be sent; try again later. */
  send(letter: Letter): Promise<void>;
  /** Connects and signs in as for a letter, and sends none. Throws MailRefused with what the server said. */
  check(): Promise<void>;
  /** What became of what was handed over, since it was opened. */
  readonly counts: MailCounts;
  /** Lets go of connections. */
  close(): Promise<void>;
}

interface MailCounts {
  readonly sent: number;
  readonly refused: number;
}

/** Thrown by `send`. The message says why, without the letter's content. */
export class MailRefused extends Error {
  override readonly name = "MailRefused";
  /** Whether another attempt would come to the same: the address is none, or its server doesn't know it. */
  readonly isFinal: boolean;

  constructor(message: string, { isFinal = false, cause }: { isFinal?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isFinal = isFinal;
  }
}

/** Letters go to `write` (a log, a terminal) instead of a mail server: what happens until one is set up. */
export function printedMail(write: (text: string) => void): Mail {
  const counts = { sent: 0, refused: 0 };
  return {
    delivers: false,
    counts,
    send: async (letter) => {
      requireOneLine(letter);
      counts.sent++;
      write(`Mail to ${letter.to}\nSubject: ${letter.subject}\n\n${letter.text}`);
    },
    check: async () => undefined,
    close: async () => undefined,
  };
}

/**
 * Letters go through the SMTP server at `url` (`smtp://user:password@host:587`, `smtps://…`, options as a query), from
 * the address `from`. Throws StartRefused when the address is not one of these.
 */
export function smtpMail(url: string, from: string): Mail {
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol)) {
    throw new StartRefused("LECTERN_SMTP_URL has to look like smtp://user:password@mail.example.com:587");
  }
  let connecting: ReturnType<typeof connect> | undefined;
  const counts = { sent: 0, refused: 0 };
  return {
    delivers: true,
    counts,
    send: async (letter) => {
      requireOneLine(letter);
      connecting ??= connect(url);
      const transport = await connecting;
      try {
        await transport.sendMail({ ...letter, to: { name: "", address: letter.to }, from });
        counts.sent++;
      } catch (error) {
        counts.refused++;
        throw new MailRefused(SERVER_REFUSED + reason(error), {
          isFinal: isOfRecipient(error),
          cause: error,
        });
      }
    },
    check: async () => {
      connecting ??= connect(url);
      const transport = await connecting;
      try {
        await transport.verify();
      } catch (error) {
        throw new MailRefused(reason(error), { cause: error });
      }
    },
    close: async () => (await connecting)?.close(),
  };
}

async function connect(url: string) {
  // Loaded on the first letter: most starts never send one.
  const { createTransport } = await import("nodemailer");
  // Nothing of a letter may name a file or an address to be read: they are text only.
  const rules = { disableFileAccess: true, disableUrlAccess: true, requireTLS: needsTls(new URL(url)) };
  // What the query says counts before these.
  return createTransport({ url, pool: true, ...rules, ...PATIENCE });
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/i;

/**
 * Whether a server that offers no TLS is refused: somebody between could leave the offer out, and read the password and
 * the sign-in links of everybody.
 */
function needsTls({ protocol, username, hostname }: URL): boolean {
  return protocol === "smtp:" && username !== "" && !LOOPBACK.test(hostname);
}

const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

function requireOneLine({ to, subject }: Letter): void {
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f]/.test(to + subject)) {
    throw new MailRefused("A mail address or subject must not contain line breaks or control characters.", {
      isFinal: true,
    });
  }
  if (!/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(to)) {
    throw new MailRefused(`"${to}" is not one e-mail address.`, { isFinal: true });
  }
}

/** Whether the server refused the address for good, which is its business alone: others may well be taken. */
function isOfRecipient(error: unknown): boolean {
  const { command, responseCode } = error as { command?: unknown; responseCode?: unknown };
  return command === "RCPT TO" && typeof responseCode === "number" && responseCode >= 500;
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return "unknown reason";
  const [line = ""] = error.message.split("\n");
  if (/wrong version number|packet length too long/i.test(line))
    return "On this port it doesn't begin with TLS. Give smtp:// in place of smtps://, or the port for smtps://, which is mostly 465.";
  if (/greeting never received/i.test(line))
    return "It sends no greeting. A port that begins with TLS, such as 465, takes smtps:// in place of smtp://.";
  if (/upgrading connection with STARTTLS/i.test(line))
    return "It doesn't take TLS (STARTTLS), without which no password is sent. Where the way to it is safe, add ?requireTLS=false to its address.";
  if (/certificate|altnames/i.test(line))
    return `The mail server's certificate is refused (${line}). Where an authority of your own has signed it, name the file of its certificate in NODE_EXTRA_CA_CERTS.`;
  return line;
}
