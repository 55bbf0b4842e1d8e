/** What one import of a website may cost. */
export interface WebsiteLimits {
  readonly pages: number;
  /** Of pages, and of images, fetched together. */
  readonly pageBytes: number;
  readonly imageBytes: number;
  readonly images: number;
  /** Milliseconds for the fetching. */
  readonly time: number;
}

const MEBIBYTE = 1024 * 1024;

export const WEBSITE_LIMITS: WebsiteLimits = {
  pages: 10_000,
  pageBytes: 1024 * MEBIBYTE,
  imageBytes: 512 * MEBIBYTE,
  images: 10_000,
  time: 30 * 60_000,
};

/** The largest image that is taken along. */
export const LARGEST_IMAGE = 20 * MEBIBYTE;
