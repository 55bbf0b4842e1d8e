/** The values that pages of a space print. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { wholeList } from "../../api/paged.ts";
import { variablesOf } from "../../api/parts.ts";
import type { RouteParams } from "../../routes.ts";
import { Ask, FormDialog } from "../../ui/Ask.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { RowMenu } from "../../ui/RowMenu.tsx";
import { Rows } from "../../ui/Rows.tsx";
import { partsWords } from "../../words/parts.ts";
import { type OwnPlace, useOwnPlace } from "../../app/ownPlace.tsx";
import { SpacePart } from "../../app/SpacePart.tsx";

type VariableValue = string | number | boolean;

/** A variable that is written, or null for a new one. */
interface Variable {
  readonly name: string;
  readonly value: VariableValue;
}

export default function Variables({ space }: RouteParams<"variables">) {
  const [edited, edit] = useState<Variable | null>();
  const [removed, remove] = useState<Variable>();
  const place = useOwnPlace(space);
  const write = writeIn(place);
  return (
    <SpacePart
      space={space}
      part="variables"
      place={place}
      actions={() =>
        place.mayWrite ? (
          <button type="button" className="button" onClick={() => edit(null)}>
            {partsWords.newVariable}
          </button>
        ) : null
      }
    >
      {() => (
        <>
          <VariableRows of={place} edit={edit} remove={remove} />
          {edited === undefined ? null : (
            <VariableForm variable={edited} close={() => edit(undefined)} write={write} />
          )}
          <Ask
            isOpen={removed !== undefined}
            close={() => remove(undefined)}
            title={partsWords.deleteVariable(removed?.name ?? "")}
            verb={partsWords.remove}
            act={() => write(removed?.name ?? "", null, removed?.value ?? null)}
          >
            <p>{partsWords.deleteVariableText}</p>
          </Ask>
        </>
      )}
    </SpacePart>
  );
}

type WriteVariable = (name: string, value: VariableValue | null, was: VariableValue | null) => Promise<void>;

/** What is there is compared with what was shown: both are of the same place. */
function writeIn(place: OwnPlace): WriteVariable {
  return async (name, value, was) => {
    await place.write(partsWords.variablesSubject, [
      { operation: "set_variables", variables: { [name]: value }, was: { [name]: was } },
    ]);
  };
}

interface VariableRowsProps {
  readonly of: OwnPlace;
  readonly edit: (variable: Variable) => void;
  readonly remove: (variable: Variable) => void;
}

function VariableRows({ of, edit, remove }: VariableRowsProps) {
  const query = useQuery({ ...variablesOf(of.space, of.number), enabled: of.isKnown });
  const { data } = query;
  const items =
    data && Object.entries(data).map(([name, value]) => ({ name, value: value as VariableValue }));
  return (
    <Rows
      of={wholeList(items, query)}
      label={partsWords.variables}
      heads={[partsWords.name, partsWords.value, ""]}
      keyOf={({ name }) => name}
      empty={<Notice icon="code" title={partsWords.noVariables} text={partsWords.noVariablesText} />}
      row={(variable) => (
        <>
          <td>
            <code>{variable.name}</code>
          </td>
          <td>{String(variable.value)}</td>
          <td>
            {of.mayWrite ? (
              <RowMenu
                name={variable.name}
                items={[
                  { title: partsWords.edit, act: () => edit(variable) },
                  { title: partsWords.remove, act: () => remove(variable), isDangerous: true },
                ]}
              />
            ) : null}
          </td>
        </>
      )}
    />
  );
}

interface VariableFormProps {
  /** Null: a new one. */
  readonly variable: Variable | null;
  readonly close: () => void;
  readonly write: WriteVariable;
}

function VariableForm({ variable, close, write }: VariableFormProps) {
  const [name, call] = useState(variable?.name ?? "");
  const [value, set] = useState(String(variable?.value ?? ""));
  return (
    <FormDialog
      isOpen
      close={close}
      title={variable?.name ?? partsWords.newVariable}
      verb={variable === null ? partsWords.create : partsWords.save}
      isReady={name.trim() !== ""}
      isDirty={value !== String(variable?.value ?? "") || name !== (variable?.name ?? "")}
      act={() => write(name.trim(), valueOf(value, variable?.value), variable?.value ?? null)}
    >
      {() => (
        <>
          {variable === null ? (
            <TextField label={partsWords.name} value={name} set={call} help={partsWords.nameHelp} required />
          ) : null}
          <TextField label={partsWords.value} value={value} set={set} />
        </>
      )}
    </FormDialog>
  );
}

/** What was typed, of the kind that the variable has. */
function valueOf(text: string, was: VariableValue | undefined): VariableValue {
  if (typeof was === "number" && text.trim() !== "" && Number.isFinite(Number(text))) return Number(text);
  if (typeof was === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}
