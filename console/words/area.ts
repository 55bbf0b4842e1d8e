/** Sentences of a part of an organization that somebody may not see; they are loaded with it. */
export const areaWords = {
  forbiddenText: (title: string) => `You belong to ${title}, but your role there doesn't open this.`,
  askForAccess: (names: string) => `${names} can give you access.`,
} as const;
