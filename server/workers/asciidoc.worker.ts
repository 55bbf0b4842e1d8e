/** Reads pages of AsciiDoc in a thread of its own: they are strangers', and reading one may take long or much memory. */
import { readAsciidocPage, type AsciidocPage } from "../importers/asciidoc/page.ts";
import { answer } from "./answer.ts";

answer((page: AsciidocPage) => readAsciidocPage(page));
