import { Type } from "typebox";
import { Id, Url } from "../../http/shapes.ts";
import { closed, named } from "../../http/named.ts";

export const PdfQuery = closed({
  page: Type.Optional({
    ...Id,
    description: "The page to print, with its subpages. The default is all pages.",
  }),
  only: Type.Optional(Type.Boolean({ description: "Only this page, without its subpages." })),
  paper: Type.Optional(Type.Enum(["a4", "us-letter"], { default: "a4", description: "The paper size." })),
});

export const PdfAddress = named("PDFAddress", Type.Object({ url: Url }));
