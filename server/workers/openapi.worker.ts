/** Reads a description of an API in a process of its own: parsing what strangers wrote can take long and much memory. */
import type { ReadDescription } from "../importers/openapi.ts";
import { readDescription } from "../importers/openapi.ts";
import { answer, HandedBytes } from "./answer.ts";

answer(async (input: ReadDescription) => {
  const read = await readDescription(input);
  return "packed" in read ? new HandedBytes(read, [read.packed.bytes]) : read;
});
