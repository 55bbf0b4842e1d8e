/** Whether an organization asks its members for a second factor, from when on, and of whom. */
import type { Organization, SecondFactorRule } from "../../../sdk/src/index.ts";
import { Card } from "../../ui/Card.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { Check, ChoiceField, TextField } from "../../ui/Field.tsx";
import { factorWords } from "../../words/secondFactor.ts";
import { useOrganizationDraft } from "../../api/organizationDraft.ts";

/** Days that people have unless an administrator says otherwise. */
const GRACE_DAYS = 14;

const CHOICES = [
  ["counts", factorWords.counts],
  ["asks", factorWords.asks],
] as const;

/** The beginning of a day, so many from now. */
function dayFromNow(days: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + days)).toISOString();
}

function inWords(rule: unknown): string {
  if (rule === null) return factorWords.notAsked;
  const { from, singleSignOn } = rule as SecondFactorRule;
  return factorWords.askedFrom(from.slice(0, 10), factorWords[singleSignOn]);
}

export function SecondFactor({ organization }: { readonly organization: Organization }) {
  const draft = useOrganizationDraft(
    "second factor",
    organization,
    ({ secondFactor }) => ({ secondFactor: secondFactor ?? null }),
    (changed) => changed,
  );
  const rule = draft.values.secondFactor;
  const fault = faultsOf(draft.error, ["secondFactor"]).of("secondFactor");
  const set = (secondFactor: SecondFactorRule | null): void => draft.set({ secondFactor });
  return (
    <Card
      title={factorWords.title}
      text={factorWords.text}
      draft={draft}
      saved={factorWords.saved}
      names={{ secondFactor: factorWords.title }}
      say={inWords}
      about={{ organization: organization.id, target: organization.id }}
    >
      <Check
        label={factorWords.ask}
        value={rule !== null}
        set={(isAsked) => set(isAsked ? { from: dayFromNow(GRACE_DAYS), singleSignOn: "counts" } : null)}
      />
      {rule === null ? null : (
        <>
          <TextField
            label={factorWords.from}
            help={factorWords.fromHelp}
            type="date"
            required
            value={rule.from.slice(0, 10)}
            set={(day) => (day === "" ? undefined : set({ ...rule, from: `${day}T00:00:00.000Z` }))}
          />
          <ChoiceField
            label={factorWords.singleSignOn}
            value={rule.singleSignOn}
            set={(singleSignOn) => set({ ...rule, singleSignOn })}
            choices={CHOICES}
          />
          {fault === undefined ? null : (
            <p className="wrong" role="alert">
              {fault}
            </p>
          )}
          <p className="card-text">
            {factorWords.own}{" "}
            <a className="button-quiet" href="/account/second-factor">
              {factorWords.ownPage}
            </a>
          </p>
        </>
      )}
    </Card>
  );
}
