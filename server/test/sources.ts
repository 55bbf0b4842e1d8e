import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

const SERVER = resolve(import.meta.dirname, "..");

/** The TypeScript files of the server, relative to its folder. */
export function sourceFiles(): string[] {
  return readdirSync(SERVER, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
}

export function readSource(file: string): string {
  return readFileSync(resolve(SERVER, file), "utf8");
}
