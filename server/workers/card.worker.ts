/** Draws the pictures of pages for where their addresses are shared, in a process of its own. */
import { Transformer } from "@napi-rs/image";
import { answer, HandedBytes } from "./answer.ts";
import { type CardOrder, drawCard } from "./pdf/card.ts";

answer(async (order: CardOrder): Promise<HandedBytes<ArrayBuffer>> => {
  const drawn = await Transformer.fromSvg(await drawCard(order)).png();
  const { buffer } = new Uint8Array(drawn);
  return new HandedBytes(buffer, [buffer]);
});
