import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");

/** The top-level rooms that hold our own sources. */
export const ROOMS = ["engine", "design", "sdk", "server", "console"] as const;

/** The TypeScript files of all rooms, relative to the repository. */
export function sourceFiles(): string[] {
  return ROOMS.filter((room) => existsSync(resolve(ROOT, room))).flatMap((room) =>
    readdirSync(resolve(ROOT, room), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file))
      .map((file) => `${room}/${file}`),
  );
}

export function readSource(file: string): string {
  return readFileSync(resolve(ROOT, file), "utf8");
}
