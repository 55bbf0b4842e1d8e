import { crc32, deflateRawSync } from "node:zlib";

/** An entry of an archive made by hand, so that tests can lie about it. */
export interface CraftedEntry {
  readonly name: string;
  readonly bytes?: Uint8Array | string;
  /** Unix mode; 0o120777 is a symbolic link. */
  readonly mode?: number;
  readonly flags?: number;
  readonly declaredSize?: number;
  readonly crc?: number;
  /** Offset of the local header, to point at another entry's. */
  readonly offset?: number;
}

/** Packs entries without any check of theirs. */
export function craftZip(entries: readonly CraftedEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const bytes = Buffer.from(entry.bytes ?? "");
    const packed = deflateRawSync(bytes, { level: 9 });
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE((entry.flags ?? 0) | 0x800, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(entry.crc ?? crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(entry.declaredSize ?? bytes.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
    tail.writeUInt32LE(entry.offset ?? offset, 10);
    directory.push(Buffer.from([0x50, 0x4b, 1, 2, 20, 3]), fields, tail, name);
    parts.push(Buffer.from([0x50, 0x4b, 3, 4]), fields, name, packed);
    offset += 30 + name.length + packed.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}
