import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { selfSigned } from "./certificate.fixture.ts";
import type { Mail } from "./mail.ts";
import { MailRefused, printedMail, smtpMail, titleInLetter } from "./mail.ts";
import { StartRefused } from "./start-refused.ts";

const letter = {
  to: "ana@example.com",
  subject: "Your sign-in link",
  text: "Open https://docs.example.com/x.\nBye.",
};
const printed: string[] = [];
const received: { from: string; to: string[]; text: string; user: unknown }[] = [];
let server: SMTPServer;
let port: number;
let signIns = 0;

beforeAll(async () => {
  server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, answer) => {
      signIns++;
      if (password === "right") answer(null, { user: username });
      else answer(new Error("Wrong password"));
    },
    onRcptTo: ({ address }, _, answer) =>
      answer(address.startsWith("nobody") ? new Error("No such mailbox") : null),
    onData: (stream, { envelope, user }, answer) => {
      const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
      void text(stream).then((whole) => {
        received.push({ from, to: envelope.rcptTo.map((one) => one.address), text: whole, user });
        answer();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.server.address() as AddressInfo).port;
});
afterAll(() => new Promise<void>((resolve) => server.close(resolve)));
beforeEach(() => {
  printed.length = 0;
  received.length = 0;
});

describe("mail that is printed", () => {
  test("shows to whom, the subject and the text", async () => {
    await printedMail((text) => printed.push(text)).send(letter);
    expect(printed).toEqual([expect.stringContaining(letter.to)]);
    expect(printed[0]).toContain(letter.subject);
    expect(printed[0]).toContain(letter.text);
  });
});

describe("mail by SMTP", () => {
  test("arrives, from the address that was set, several over one connection", async () => {
    const mail = smtpMail(`smtp://ana:right@127.0.0.1:${port}`, "Lectern <docs@example.com>");
    await Promise.all([mail.send(letter), mail.send({ ...letter, to: "bob@example.com" })]);
    expect(received.map((one) => one.to[0]).toSorted()).toEqual(["ana@example.com", "bob@example.com"]);
    expect(received[0]).toMatchObject({ from: "docs@example.com", user: "ana" });
    expect(received[0]?.text).toMatch(/^Subject: Your sign-in link\r$/m);
    expect(received[0]?.text).toMatch(/^From: Lectern <docs@example.com>\r$/m);
    expect(received[0]?.text).toMatch(/^Content-Type: text\/plain/m);
    expect(received[0]?.text).toContain("Open https://docs.example.com/x.\r\nBye.");
    await mail.close();
  });

  test("is checked by signing in, and nothing is sent", async () => {
    const [right, wrong] = ["right", "wrong"].map((password) =>
      smtpMail(`smtp://ana:${password}@127.0.0.1:${port}`, "docs@example.com"),
    ) as [Mail, Mail];
    await right.check();
    await expect(wrong.check()).rejects.toThrow(/Wrong password/);
    await Promise.all([right.close(), wrong.close()]);
    expect(received).toEqual([]);
  });

  test("takes letters of any script", async () => {
    const mail = smtpMail(`smtp://ana:right@127.0.0.1:${port}`, "docs@example.com");
    await mail.send({ ...letter, subject: "Grüße 🎉", text: "ありがとう" });
    expect(received[0]?.text).toMatch(/^Subject: =\?UTF-8\?/m);
    await mail.close();
  });

  test("sends no password to a host that takes no TLS, unless it is said", async () => {
    signIns = 0;
    const by = async (address: string) => {
      const mail = smtpMail(`smtp://ana:right@${address}`, "docs@example.com");
      try {
        return await mail.send(letter).catch((error: unknown) => error);
      } finally {
        await mail.close();
      }
    };
    // It leads to this machine, as loopback does, and isn't called so.
    const refusal = await by(`0.0.0.0:${port}`);
    expect(refusal).toBeInstanceOf(MailRefused);
    expect(String(refusal)).toContain("add ?requireTLS=false");
    expect([received.length, signIns]).toEqual([0, 0]);
    expect(await by(`0.0.0.0:${port}?requireTLS=false`)).toBeUndefined();
    expect(await by(`localhost:${port}`)).toBeUndefined();
    expect([received.length, signIns]).toEqual([2, 2]);
  });

  test.each([
    ["a wrong password", "smtp://ana:wrong@127.0.0.1:PORT", letter.to],
    ["an unknown mailbox", "smtp://ana:right@127.0.0.1:PORT", "nobody@example.com"],
    ["a closed port", "smtp://ana:right@127.0.0.1:1", letter.to],
  ])("%s is refused without the letter or the password in the message", async (_, url, to) => {
    const mail = smtpMail(url.replace("PORT", String(port)), "docs@example.com");
    const refusal = await mail.send({ ...letter, to }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(MailRefused);
    expect(String(refusal)).not.toMatch(/sign-in link|docs\.example|wrong@|right@|\n/);
    expect(received).toEqual([]);
    await mail.close();
  });

  test("what goes wrong with TLS says what to change", async () => {
    const secure = new SMTPServer({ secure: true, ...selfSigned("localhost") });
    await new Promise<void>((resolve) => secure.listen(0, "127.0.0.1", resolve));
    secure.on("error", () => undefined);
    const tls = (secure.server.address() as AddressInfo).port;
    const said = async (url: string) => {
      const mail = smtpMail(url, "docs@example.com");
      return mail.check().then(
        () => "taken",
        (error: Error) => mail.close().then(() => error.message),
      );
    };
    try {
      expect(await said(`smtps://127.0.0.1:${port}`)).toMatch(/Give smtp:\/\/ in place of smtps:\/\//);
      expect(await said(`smtps://127.0.0.1:${tls}`)).toMatch(
        /^The mail server's certificate is refused \(self-signed certificate\)\. .*NODE_EXTRA_CA_CERTS/,
      );
      expect(await said(`smtp://127.0.0.1:${tls}?greetingTimeout=500`)).toMatch(/takes smtps:\/\//);
    } finally {
      await new Promise<void>((resolve) => secure.close(resolve));
    }
  });

  test.each(["", "mail.example.com", "http://mail.example.com", "smtp//x"])(
    "%j is no address of a server",
    (url) => {
      expect(() => smtpMail(url, "docs@example.com")).toThrow(StartRefused);
    },
  );

  test("closing what never sent is fine", async () => {
    await smtpMail("smtp://127.0.0.1:1", "docs@example.com").close();
  });
});

describe.each(["printed", "SMTP"])("%s: what would break a header or reach several people", (kind) => {
  const open = (): Mail => {
    if (kind === "printed") return printedMail((text) => printed.push(text));
    return smtpMail(`smtp://ana:right@127.0.0.1:${port}`, "docs@example.com");
  };
  test.each([
    { to: "ana@example.com\r\nBcc: eve@example.com" },
    { to: "ana@example.com, eve@example.com" },
    { to: "ana@example.com;eve@example.com" },
    { to: "<ana@example.com>" },
    { to: "ana example.com" },
    { to: "" },
    { subject: "Hello\nBcc: eve@example.com" },
    { subject: "Hello\r" },
    { subject: "Hel\u0000lo" },
  ])("%j is refused", async (change) => {
    const mail = open();
    await expect(mail.send({ ...letter, ...change })).rejects.toThrow(MailRefused);
    expect([printed, received]).toEqual([[], []]);
    await mail.close();
  });
});

test.each([
  ["Acme\r\nBcc: eve@evil.example", "Acme Bcc: eve@evil.example"],
  [
    "Acme.\n\nYour account is locked: https://evil.example\n\n",
    "Acme. Your account is locked: https://evil.example",
  ],
  ["\u0000A\u0085c\u2028m\u202ee\u2066", "A c m e"],
  ["Ünï  中文 👩‍🚒", "Ünï 中文 👩‍🚒"],
])("a title is one line of a letter: %j", (title, line) => {
  expect(titleInLetter(title)).toBe(line);
});
