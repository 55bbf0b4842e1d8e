/** Makes PDFs in a process of its own: rendering and typesetting a whole space takes a second or more of a processor. */
import { answer, HandedBytes } from "./answer.ts";
import { makePdf } from "./pdf/make.ts";
import type { PdfTask } from "./pdf/order.ts";

answer(async (task: PdfTask) => {
  const made = await work(task);
  return typeof made === "object" && "bytes" in made ? new HandedBytes(made, [made.bytes]) : made;
});

async function work(task: PdfTask) {
  if ("print" in task) return makePdf(task.print);
  const { bindPdf, countFront } = await import("./pdf/bind.ts");
  return "bind" in task ? bindPdf(task.bind) : countFront(task.front);
}
