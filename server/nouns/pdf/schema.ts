import { Type } from "typebox";
import { Id, Url } from "../../http/shapes.ts";
import { closed, named } from "../../http/named.ts";

export const PdfQuery = closed({
  page: Type.Optional({
    ...Id,
    description: "The page to print with those below it; without it, all.",
  }),
  only: Type.Optional(Type.Boolean({ description: "Only that page, without those below it." })),
  paper: Type.Optional(
    Type.Enum(["a4", "us-letter"], { default: "a4", description: "The size of its sheets." }),
  ),
});

export const PdfAddress = named("PDFAddress", Type.Object({ url: Url }));
