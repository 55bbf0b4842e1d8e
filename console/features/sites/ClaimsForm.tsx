/** The claims of a site's visitors as a form: one after the other, by name, kind and what it tells. */
import { useState } from "react";
import { Check, ChoiceField, TextField } from "../../ui/Field.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { audienceWords } from "../../words/audience.ts";
import {
  choicesOf,
  type ClaimKind,
  claimRows,
  type FormKind,
  kindOf,
  ofKind,
  pointerOf,
  type VisitorClaim,
} from "./claims.ts";

/** What is wrong with a schema, by its place in it. */
export interface ClaimProblem {
  readonly path: string;
  readonly message: string;
}

interface ClaimsFormProps {
  readonly claims: readonly VisitorClaim[];
  readonly set: (claims: readonly VisitorClaim[]) => void;
  readonly problems: readonly ClaimProblem[];
  /** Leads to what the form doesn't show. */
  readonly openJSON: () => void;
}

const KINDS = Object.entries(audienceWords.kinds) as unknown as readonly (readonly [FormKind, string])[];

export function ClaimsForm({ claims, set, problems, openJSON }: ClaimsFormProps) {
  const [rows] = useState(claimRows);
  const add = (): void => {
    const names = new Set(claims.map(({ name }) => name));
    let name = "claim";
    for (let number = 2; names.has(name); number++) name = `claim${number}`;
    set([...claims, { name, isUnsigned: false, node: { type: "string", description: "" } }]);
  };
  return (
    <div className="claims">
      {claims.length === 0 ? <p className="help">{audienceWords.noClaims}</p> : null}
      {claims.map((claim, place) => (
        <ClaimFields
          // A row stays the same one while its name is typed, wherever that puts it.
          key={rows.idOf(claim)}
          claim={claim}
          isTaken={(name, isUnsigned) =>
            claims.some((other, at) => at !== place && other.name === name && other.isUnsigned === isUnsigned)
          }
          problem={problems
            .filter(({ path }) => `${path}/`.startsWith(`${pointerOf(claim)}/`))
            .map(({ message }) => message)
            .join(" ")}
          set={(now) => {
            rows.becomes(claim, now);
            set(claims.map((other, at) => (at === place ? now : other)));
          }}
          remove={() => {
            rows.remove(claim);
            set(claims.filter((_, at) => at !== place));
          }}
          openJSON={openJSON}
        />
      ))}
      <button type="button" className="button button-secondary" onClick={add}>
        <Icon name="plus" />
        {audienceWords.addClaim}
      </button>
    </div>
  );
}

interface ClaimFieldsProps extends Pick<ClaimsFormProps, "openJSON"> {
  readonly claim: VisitorClaim;
  readonly isTaken: (name: string, isUnsigned: boolean) => boolean;
  readonly problem: string;
  readonly set: (claim: VisitorClaim) => void;
  readonly remove: () => void;
}

function ClaimFields({ claim, isTaken, problem, set, remove, openJSON }: ClaimFieldsProps) {
  const { name, isUnsigned, node } = claim;
  const choices = choicesOf(node);
  const description = typeof node["description"] === "string" ? node["description"] : "";
  return (
    <fieldset className="claim" aria-label={audienceWords.claim(name)}>
      <div className="claim-line">
        <ClaimName claim={claim} isTaken={isTaken} set={(to) => set({ ...claim, name: to })} />
        <ClaimKindField node={node} set={(to) => set({ ...claim, node: to })} openJSON={openJSON} />
        <button
          type="button"
          className="icon-button"
          aria-label={audienceWords.removeClaim(name)}
          onClick={remove}
        >
          <Icon name="bin" />
        </button>
      </div>
      <TextField
        label={audienceWords.tells}
        help={audienceWords.tellsHelp}
        error={problem === "" ? undefined : problem}
        value={description}
        set={(to) => set({ ...claim, node: { ...node, description: to } })}
      />
      {kindOf(node) === "choice" && choices !== undefined ? (
        <TextField
          rows={3}
          label={audienceWords.values}
          help={audienceWords.valuesHelp}
          value={choices.join("\n")}
          set={(to) => set({ ...claim, node: { ...node, enum: to === "" ? [] : to.split("\n") } })}
        />
      ) : null}
      <Check
        label={audienceWords.unsigned}
        value={isUnsigned}
        isDisabled={isTaken(name, !isUnsigned)}
        set={(to) => set({ ...claim, isUnsigned: to })}
      />
    </fieldset>
  );
}

interface ClaimKindFieldProps extends Pick<ClaimFieldsProps, "openJSON"> {
  readonly node: VisitorClaim["node"];
  readonly set: (node: VisitorClaim["node"]) => void;
}

/** Who tries another kind and goes back finds what was there. */
function ClaimKindField({ node, set, openJSON }: ClaimKindFieldProps) {
  const [formers, keep] = useState<Partial<Record<ClaimKind, VisitorClaim["node"]>>>({});
  const kind = kindOf(node);
  if (kind === "other") {
    // What is written in JSON alone would be lost by a choice.
    const way = (
      <button type="button" className="button-quiet" onClick={openJSON}>
        {audienceWords.changeInJSON}
      </button>
    );
    return (
      <TextField
        label={audienceWords.kind}
        help={way}
        value={audienceWords.otherKind}
        set={() => undefined}
        readOnly
      />
    );
  }
  return (
    <ChoiceField
      label={audienceWords.kind}
      value={kind}
      set={(to) => {
        keep({ ...formers, [kind]: node });
        set(ofKind(node, to, formers[to]));
      }}
      choices={KINDS}
    />
  );
}

interface ClaimNameProps extends Pick<ClaimFieldsProps, "claim" | "isTaken"> {
  readonly set: (name: string) => void;
}

/** A name that another claim has is not taken over: one of both would be lost. */
function ClaimName({ claim: { name, isUnsigned }, isTaken, set }: ClaimNameProps) {
  const [typed, type] = useState<string>();
  const wanted = typed ?? name;
  const isReserved = wanted === "unsigned" && !isUnsigned;
  const isWrong = wanted === "" || isReserved || isTaken(wanted, isUnsigned);
  return (
    <TextField
      label={audienceWords.claimName}
      error={
        isWrong ? (isReserved || wanted === "" ? audienceWords.noName : audienceWords.takenName) : undefined
      }
      value={wanted}
      set={(to) => {
        const fits = to !== "" && !(to === "unsigned" && !isUnsigned) && !isTaken(to, isUnsigned);
        type(fits ? undefined : to);
        if (fits) set(to);
      }}
    />
  );
}
