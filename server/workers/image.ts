/** What the process that makes copies of pictures is sent, and what it gives back. */

export interface ImageOrder {
  readonly bytes: Uint8Array;
  /** Pixels that the copy is wide at most. */
  readonly width: number;
  /** WebP unless said. */
  readonly format?: "avif";
  /** Cut to a square around its middle. */
  readonly square?: true;
  /** A picture that says it has more is not decoded. */
  readonly mostPixels: number;
}

export type ImageResult = { readonly bytes: ArrayBuffer } | { readonly refused: "unreadable" | "too-large" };
