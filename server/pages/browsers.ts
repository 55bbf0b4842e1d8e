/** What pages are built for: two years of the usual browsers. */
export const BROWSERS = ["chrome123", "firefox125", "safari17.5"];
