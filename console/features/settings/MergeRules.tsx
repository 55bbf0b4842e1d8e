/** What a merge takes, as a list of plain sentences to choose from. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { MergeRule, SpaceMergeRules } from "../../../sdk/src/index.ts";
import { memberNames } from "../../api/administration.ts";
import { ChoiceField, TextField } from "../../ui/Field.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { Icon } from "../../ui/Icon.tsx";
import { settingsWords } from "../../words/settings.ts";
import { ChoosePerson } from "../people/ChoosePerson.tsx";

type RuleName = MergeRule["rule"];
type RuleOfUsers = Extract<MergeRule, { readonly users: readonly string[] }>;

const NAMES = Object.keys(settingsWords.rules) as RuleName[];
const OF_USERS: readonly string[] = [
  "require_specific_reviewers",
  "require_one_of_specific_reviewers",
  "allow_bypass",
] satisfies readonly RuleOfUsers["rule"][];

interface MergeRulesFieldProps {
  /** The organization's id: rules name its members. */
  readonly organization: string;
  readonly kinds: readonly SpaceMergeRules["type"][];
  readonly value: SpaceMergeRules;
  readonly set: (value: SpaceMergeRules) => void;
  readonly error: Error | undefined;
}

export function MergeRulesField({ organization, kinds, value, set, error }: MergeRulesFieldProps) {
  const rules = value.type === "rules" ? value.rules : [];
  const setRules = (next: readonly MergeRule[]) => set({ type: "rules", rules: next });
  return (
    <>
      <ChoiceField
        label={settingsWords.mergeRules}
        value={value.type}
        set={(type) => set(type === "rules" ? { type, rules } : { type })}
        choices={kinds.map((kind) => [kind, settingsWords.mergeKinds[kind]] as const)}
      />
      {value.type !== "rules" ? null : (
        <>
          {rules.length === 0 ? <p className="nothing">{settingsWords.noRules}</p> : null}
          <ul className="rules">
            {rules.map((rule, place) => (
              // A rule is what it is and where it is: they have no ids.
              <RuleItem
                key={`${place} ${rule.rule}`}
                organization={organization}
                rule={rule}
                set={(next) => setRules(rules.with(place, next))}
                remove={() => setRules(rules.toSpliced(place, 1))}
                error={faultsOf(error, [`mergeRules/rules/${place}`]).of(`mergeRules/rules/${place}`)}
              />
            ))}
          </ul>
          <select
            className="add-rule"
            aria-label={settingsWords.addRule}
            value=""
            onChange={(event) => setRules([...rules, newRule(event.target.value as RuleName)])}
          >
            <option value="">{settingsWords.chooseRule}</option>
            {NAMES.filter((name) => name === "custom" || !rules.some(({ rule }) => rule === name)).map(
              (name) => (
                <option key={name} value={name}>
                  {settingsWords.rules[name]}
                </option>
              ),
            )}
          </select>
        </>
      )}
    </>
  );
}

interface RuleItemProps {
  readonly organization: string;
  readonly rule: MergeRule;
  readonly set: (rule: MergeRule) => void;
  readonly remove: () => void;
  readonly error: string | undefined;
}

/** A rule: what it says, and of whom or of what. */
function RuleItem({ organization, rule, set, remove, error }: RuleItemProps) {
  const sentence = settingsWords.rules[rule.rule];
  return (
    <li>
      <div className="rule-head">
        <span>{sentence}</span>
        <button
          type="button"
          className="icon-button"
          aria-label={settingsWords.removeRule(sentence)}
          onClick={remove}
        >
          <Icon name="close" />
        </button>
      </div>
      {"users" in rule ? (
        <RulePeople
          organization={organization}
          users={rule.users}
          set={(users) => set({ ...rule, users })}
          error={error}
        />
      ) : rule.rule === "custom" ? (
        <>
          <TextField
            label={settingsWords.expression}
            help={settingsWords.expressionHelp}
            error={error}
            value={rule.expression}
            set={(expression) => set({ ...rule, expression })}
          />
          <TextField
            label={settingsWords.ruleMessage}
            value={rule.message ?? ""}
            set={(message) => {
              const { rule: name, expression } = rule;
              set({ rule: name, expression, ...(message === "" ? {} : { message }) });
            }}
          />
        </>
      ) : null}
    </li>
  );
}

function newRule(rule: RuleName): MergeRule {
  if (rule === "custom") return { rule, expression: "" };
  return (OF_USERS.includes(rule) ? { rule, users: [] } : { rule }) as MergeRule;
}

interface RulePeopleProps {
  readonly organization: string;
  readonly users: readonly string[];
  readonly set: (users: readonly string[]) => void;
  readonly error: string | undefined;
}

function RulePeople({ organization, users, set, error }: RulePeopleProps) {
  const { data: names } = useQuery(memberNames(organization, users));
  const [count, again] = useState(0);
  return (
    <>
      <ul className="chips">
        {users.map((id) => {
          const name = names === undefined ? "…" : (names[id] ?? settingsWords.unknownPerson);
          return (
            <li key={id} className="tag">
              {name}
              <button
                type="button"
                aria-label={settingsWords.rulePerson(name)}
                onClick={() => set(users.filter((user) => user !== id))}
              >
                <Icon name="close" />
              </button>
            </li>
          );
        })}
      </ul>
      <ChoosePerson
        key={count}
        organization={organization}
        chosen={undefined}
        error={error}
        choose={(user) => {
          if (user === undefined || users.includes(user.id)) return;
          set([...users, user.id]);
          again(count + 1);
        }}
      />
    </>
  );
}

/** Rules as a sentence. */
export function mergeRulesInWords(rules: SpaceMergeRules): string {
  if (rules.type !== "rules") return settingsWords.mergeKinds[rules.type];
  return rules.rules.map(({ rule }) => settingsWords.rules[rule]).join("; ") || settingsWords.noRules;
}
