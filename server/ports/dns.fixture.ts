/** A name server on this machine that knows nothing but texts. */
import { createSocket } from "node:dgram";
import { once } from "node:events";

export interface TestDns {
  /** Address and port. */
  readonly server: string;
  /** What it answers: texts by name. */
  readonly texts: Map<string, string>;
  /** How many questions it has heard. */
  asked: number;
  /** It hears what it is asked, and answers nothing. */
  isSilent: boolean;
  close(): Promise<void>;
}

export async function openTestDns(): Promise<TestDns> {
  const texts = new Map<string, string>();
  const socket = createSocket("udp4");
  socket.on("message", (question, from) => {
    dns.asked++;
    if (!dns.isSilent) socket.send(answerTo(question, texts), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const dns: TestDns = {
    server: `127.0.0.1:${socket.address().port}`,
    texts,
    asked: 0,
    isSilent: false,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
  return dns;
}

/** The question is echoed; the answer points back at its name, at byte 12. */
function answerTo(question: Buffer, texts: ReadonlyMap<string, string>): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString("ascii", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const asked = question.subarray(12, at + 5);
  const text = texts.get(labels.join(".").toLowerCase());
  const header = Buffer.alloc(12);
  question.copy(header, 0, 0, 2);
  header.writeUInt16BE(text === undefined ? 0x8183 : 0x8180, 2);
  header.writeUInt16BE(1, 4);
  if (text === undefined) return Buffer.concat([header, asked]);
  header.writeUInt16BE(1, 6);
  const data = Buffer.from(text);
  const record = Buffer.alloc(13);
  record.writeUInt16BE(0xc00c, 0);
  record.writeUInt16BE(16, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt16BE(data.length + 1, 10);
  record.writeUInt8(data.length, 12);
  return Buffer.concat([header, asked, record, data]);
}
