/** Makes things of long texts beside the thread that answers. */
import { answer, HandedBytes } from "./answer.ts";
import { TEXT_WORK, type TextOrder } from "./textWork.ts";

answer(({ work, input }: TextOrder) => {
  const output = TEXT_WORK[work](input as never);
  return output instanceof Uint8Array ? new HandedBytes(output, [output.buffer]) : output;
});
