/** The claims of a site's visitors as a form: one after the other, by name, kind and what it tells. */
import { useState } from "react";
import { Check, ChoiceField, TextField } from "../../ui/Field.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { audienceWords } from "../../words/audience.ts";
import { type VisitorClaim, type ClaimKind, kindOf, ofKind, pointerOf } from "./claims.ts";

/** What is wrong with a schema, by its place in it. */
export interface ClaimProblem {
  readonly path: string;
  readonly message: string;
}

interface ClaimsFormProps {
  readonly claims: readonly VisitorClaim[];
  readonly set: (claims: readonly VisitorClaim[]) => void;
  readonly problems: readonly ClaimProblem[];
}

const KINDS = Object.entries(audienceWords.kinds) as unknown as readonly (readonly [ClaimKind, string])[];

export function ClaimsForm({ claims, set, problems }: ClaimsFormProps) {
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
          // A row stays the same one while its name is typed.
          key={place}
          claim={claim}
          isTaken={(name, isUnsigned) =>
            claims.some((other, at) => at !== place && other.name === name && other.isUnsigned === isUnsigned)
          }
          problem={problems
            .filter(({ path }) => `${path}/`.startsWith(`${pointerOf(claim)}/`))
            .map(({ message }) => message)
            .join(" ")}
          set={(now) => set(claims.map((other, at) => (at === place ? now : other)))}
          remove={() => set(claims.filter((_, at) => at !== place))}
        />
      ))}
      <button type="button" className="button button-secondary" onClick={add}>
        <Icon name="plus" />
        {audienceWords.addClaim}
      </button>
    </div>
  );
}

interface ClaimFieldsProps {
  readonly claim: VisitorClaim;
  readonly isTaken: (name: string, isUnsigned: boolean) => boolean;
  readonly problem: string;
  readonly set: (claim: VisitorClaim) => void;
  readonly remove: () => void;
}

function ClaimFields({ claim, isTaken, problem, set, remove }: ClaimFieldsProps) {
  const { name, isUnsigned, node } = claim;
  const kind = kindOf(node);
  const description = typeof node["description"] === "string" ? node["description"] : "";
  return (
    <fieldset className="claim" aria-label={audienceWords.claim(name)}>
      <div className="claim-line">
        <ClaimName claim={claim} isTaken={isTaken} set={(to) => set({ ...claim, name: to })} />
        <ChoiceField
          label={audienceWords.kind}
          value={kind}
          set={(to) => set({ ...claim, node: ofKind(node, to) })}
          // What is written in JSON alone can't be chosen, only left.
          choices={KINDS.filter(([one]) => one !== "other" || kind === "other")}
        />
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
      {kind === "choice" ? (
        <TextField
          rows={3}
          label={audienceWords.values}
          help={audienceWords.valuesHelp}
          value={(node["enum"] as readonly unknown[]).join("\n")}
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
