/** Reads a document of Word in a thread of its own: unpacking and reading it may take long and much memory. */
import { readDocxPage } from "../importers/html/readDocx.ts";
import { answer } from "./answer.ts";

answer((bytes: Uint8Array) => readDocxPage(bytes));
