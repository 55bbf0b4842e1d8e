/** What is said of pages that somebody read last. */
export const recentWords = { recent: "Recently opened" } as const;
