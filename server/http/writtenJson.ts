/** JSON that is written for itself, in steps or in a thread, as a part of an answer. */
import { randomUUID } from "node:crypto";
import { openPace } from "../turns/pace.ts";

/** A value of an answer of which the JSON is there already. */
export class WrittenJson {
  readonly bytes: Uint8Array;
  /** What stands for it until the answer around it is written. Nobody else knows it, so no text has it. */
  readonly #place = `written:${randomUUID()}`;

  /** @param bytes UTF-8 */
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  toJSON(): string {
    return this.#place;
  }
}

/** Puts pieces of JSON together, with a pause wherever one is due: what they are made of may be all of a space. */
export async function writePieces(pieces: Iterable<string>): Promise<WrittenJson> {
  const pause = openPace();
  const parts: Buffer[] = [];
  let [part, length] = [[] as string[], 0];
  for (const piece of pieces) {
    part.push(piece);
    length += piece.length;
    if (length >= PART) {
      parts.push(Buffer.from(part.join("")));
      [part, length] = [[], 0];
    }
    await pause();
  }
  return new WrittenJson(Buffer.concat([...parts, Buffer.from(part.join(""))]));
}

/** UTF-16 code units that are turned into bytes at once. */
const PART = 200_000;

/** The pieces of a list, an item in each. @param write gives the JSON of an item */
export function* listPieces<T>(items: Iterable<T>, write: (item: T) => string): Generator<string> {
  let before = "[";
  for (const item of items) {
    yield before + write(item);
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}

/** An answer as bytes, with what was written for itself in its places. @param made what the answer is written of */
export function withWritten(answer: string, made: object): string | Buffer {
  const written = Object.values(made).filter((value) => value instanceof WrittenJson);
  if (written.length === 0) return answer;
  const around: Buffer = Buffer.from(answer);
  const parts: Uint8Array[] = [];
  const places = written.map((one) => ({ one, quoted: Buffer.from(JSON.stringify(one)) }));
  const found = places.map((place) => ({ ...place, at: around.indexOf(place.quoted) }));
  let end = 0;
  for (const { one, quoted, at } of found.toSorted((a, b) => a.at - b.at)) {
    parts.push(around.subarray(end, at), one.bytes);
    end = at + quoted.length;
  }
  return Buffer.concat([...parts, around.subarray(end)]);
}
