/** What a reader said to each integration that would keep something in their browser, as it is remembered. */
export interface ConsentAnswers {
  readonly agreed: ReadonlySet<string>;
  readonly declined: ReadonlySet<string>;
}

const NO = "-";

export function wordsIn(list = ""): string[] {
  return list.split(" ").filter((word) => word !== "");
}

/** @param remembered ids of integrations, with a hyphen before those that were declined */
export function readAnswers(remembered: string | undefined): ConsentAnswers {
  const all = wordsIn(remembered);
  const declined = all.filter((word) => word.startsWith(NO)).map((word) => word.slice(NO.length));
  return { agreed: new Set(all.filter((word) => !word.startsWith(NO))), declined: new Set(declined) };
}

/** The answers with one to all who ask now; what was said to others stays, since they may be back tomorrow. */
export function withAnswer(
  { agreed, declined }: ConsentAnswers,
  asking: readonly string[],
  isYes: boolean,
): string {
  const [yes, no] = [new Set(agreed), new Set(declined)];
  for (const one of asking) {
    (isYes ? yes : no).add(one);
    (isYes ? no : yes).delete(one);
  }
  return [...yes, ...[...no].map((one) => NO + one)].join(" ");
}
