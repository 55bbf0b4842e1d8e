/** Sentences about the readers of a site: who they are, and what is known of them. */
export const audienceWords = {
  adapts: "Adapt pages to their reader",
  adaptsHelp: "Conditions of pages, blocks, sections and links may ask what visitors bring along.",
  signIn: "Where visitors sign in",
  signInText: "A program of yours signs people in, and sends them back with a token that says who they are.",
  login: "Address of your login",
  loginHelp:
    "Visitors without a token are sent there, with the path they asked for in location. Empty: nowhere.",
  savedSignIn: "Saved. Visitors who are not signed in are sent there from now on.",
  key: "Key that signs tokens",
  keyText: "Your login signs tokens with it, by HS256. Whoever has it can sign in as anybody.",
  replaceKey: "Replace key",
  replaceKeyTitle: "Replace the key?",
  replaceKeyText:
    "Tokens of the present one open nothing any more, at once, and all visitors have to sign in again.",
  replacedKey: "The key is replaced. Give the new one to your login.",
  claims: "What is known of visitors",
  claimsText: "The claims that conditions may ask for, with their kinds of values. Others count as missing.",
  schema: "Claims, as JSON Schema",
  schemaHelp:
    "An object whose properties are the claims. Each has a type and a description; what visitors say of themselves is under unsigned.",
  schemaExample:
    '{\n  "type": "object",\n  "additionalProperties": false,\n  "properties": {\n    "plan": { "type": "string", "enum": ["free", "pro"], "description": "The plan" }\n  }\n}',
  savedClaims: "Saved. Conditions see these claims from now on.",
  noJSON: (why: string) => `That is no JSON. ${why}`,
  problem: (path: string, why: string) => `${path}: ${why}`,

  hostname: "A name of your own",
  hostnameText: "The site is read there as soon as the DNS says that the name is yours.",
  name: "Host name",
  nameHelp: "Such as docs.example.com. Empty: the site is at its usual address.",
  savedName: "Saved. Now the DNS has to say that it is yours.",
  states: {
    dns_passed: "Proved. The site is read there.",
    dns_no_cname: "Not proved yet: the DNS has no such record.",
    dns_wrong_cname: "Not proved: the DNS has a record of that name, and it says another thing.",
    internal_error: "Not proved yet: the name server did not answer.",
  },
  record: "Add this record at your DNS provider. It may take an hour until it is seen.",
  recordType: "Type",
  recordName: "Name of the record",
  recordValue: "Value of the record",
  lookAgain: "Look again",
  looking: "It is being looked up. This takes moments.",
} as const;
