import { Type } from "typebox";
import { closed, named } from "../../http/named.ts";
import { Url } from "../../http/shapes.ts";

export const EmbedQuery = closed({ url: Url });

const said = {
  title: Type.String(),
  site: Type.String({ description: "The name of the provider, or a host." }),
};

export const Embed = named(
  "Embed",
  Type.Union([
    Type.Object({ ...said, type: Type.Literal("link") }),
    Type.Object({
      ...said,
      type: Type.Literal("rich"),
      html: Type.String({ description: "A sandboxed frame of the provider." }),
    }),
  ]),
);
