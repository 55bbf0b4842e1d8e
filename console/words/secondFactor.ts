/** Sentences about second factors in an organization; they are loaded with its screens. */
export const factorWords = {
  title: "Second factor",
  text: "Beside a password or a link, people prove who they are with a passkey or with the code of an app.",
  ask: "Members need a second factor",
  from: "From this day on",
  fromHelp:
    "Until then people are reminded when they sign in. From then on, people without one must set one up to continue. API tokens keep working.",
  singleSignOn: "People who use single sign-on",
  counts: "Need none here: the identity provider asks for its own",
  asks: "Are asked for it here as well",
  own: "You need one yourself to turn this on.",
  ownPage: "Your second factor",
  saved: "Saved. Members see it when they sign in.",
  notAsked: "Not needed",
  askedFrom: (day: string, signOn: string) =>
    `Needed from ${day} on; people who use single sign-on: ${signOn}`,

  has: "Second factor",
  reset: "Take away the second factor…",
  resetTitle: (name: string) => `Take away the second factor of ${name}?`,
  resetText: (name: string) =>
    `Do it when ${name} has lost it. Their app, passkeys and recovery codes go, they are signed out everywhere, and are told by e-mail. They sign in by password or link then.`,
  resetVerb: "Take it away",
  wasReset: (name: string) => `${name} has no second factor any more, and was told.`,
} as const;
