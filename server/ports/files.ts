/** What there is to know about an uploaded file, from its bytes and its name, and how it is handed out again. */
export { contentDisposition, fileHeaders } from "./file-headers.ts";
export { contentTypeOf, sniffType, SNIFFED_BYTES, UNKNOWN_TYPE } from "./file-type.ts";
export { dimensions, DIMENSION_BYTES } from "./image-dimensions.ts";
export type { Dimensions } from "./image-dimensions.ts";
