/** Reads pages of HTML in a thread of its own: they are strangers', and reading one may take long or much memory. */
import { readHtmlPage, type HtmlPage } from "../importers/html/readPage.ts";
import { answer } from "./answer.ts";

answer((pages: readonly HtmlPage[]) => pages.map((page) => readHtmlPage(page)));
