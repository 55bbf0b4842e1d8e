/** Makes PDFs in a process of its own: rendering and typesetting a whole space takes a second or more of a processor. */
import { answer, HandedBytes } from "./answer.ts";
import { makePdf } from "./pdf/make.ts";
import type { PdfOrder } from "./pdf/order.ts";

answer(async (order: PdfOrder) => {
  const made = await makePdf(order);
  return "bytes" in made ? new HandedBytes(made, [made.bytes]) : made;
});
