/** Talks HTTP byte by byte, as no client does. */
import { connect, type Socket } from "node:net";

/** One connection; `text` is what came back so far. */
export class Wire {
  readonly socket: Socket;
  text = "";
  readonly closed: Promise<string>;

  constructor(port: number) {
    this.socket = connect(port, "127.0.0.1");
    this.socket.setEncoding("latin1").on("data", (text: string) => {
      this.text += text;
    });
    this.socket.on("error", () => undefined);
    this.closed = new Promise((done) => {
      this.socket.on("close", () => done(this.text));
    });
  }

  send(bytes: string): this {
    this.socket.write(bytes, "latin1");
    return this;
  }

  /** Waits until the text matches. */
  heard(pattern: RegExp): Promise<string> {
    return new Promise((done, failed) => {
      const look = (): void => {
        if (pattern.test(this.text)) done(this.text);
      };
      look();
      this.socket.on("data", look);
      void this.closed.then(() => failed(new Error(`Closed after: ${this.text}`)));
    });
  }
}
