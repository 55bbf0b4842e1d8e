/** The values that pages of a space print. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Space } from "../../../sdk/src/index.ts";
import { writeContent } from "../../api/content.ts";
import { wholeList } from "../../api/paged.ts";
import { variablesOf } from "../../api/parts.ts";
import type { RouteParams } from "../../routes.ts";
import { Ask, FormDialog } from "../../ui/Ask.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { RowMenu } from "../../ui/RowMenu.tsx";
import { Rows } from "../../ui/Rows.tsx";
import { partsWords } from "../../words/parts.ts";
import { mayWriteParts, SpacePart } from "../../app/SpacePart.tsx";

type VariableValue = string | number | boolean;

/** A variable that is written, or null for a new one. */
interface Variable {
  readonly name: string;
  readonly value: VariableValue;
}

export default function Variables({ space }: RouteParams<"variables">) {
  const [edited, edit] = useState<Variable | null>();
  const [removed, remove] = useState<Variable>();
  const write = useWrite(space);
  return (
    <SpacePart
      space={space}
      part="variables"
      actions={(it) =>
        mayWriteParts(it) ? (
          <button type="button" className="button" onClick={() => edit(null)}>
            {partsWords.newVariable}
          </button>
        ) : null
      }
    >
      {(it) => (
        <>
          <VariableRows of={it} edit={edit} remove={remove} />
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

function useWrite(space: string): WriteVariable {
  const cache = useQueryClient();
  return async (name, value, was) => {
    await writeContent({ space, number: undefined }, [
      { operation: "set_variables", variables: { [name]: value }, was: { [name]: was } },
    ]);
    await cache.invalidateQueries({ queryKey: ["space", space] });
  };
}

interface VariableRowsProps {
  readonly of: Space;
  readonly edit: (variable: Variable) => void;
  readonly remove: (variable: Variable) => void;
}

function VariableRows({ of, edit, remove }: VariableRowsProps) {
  const query = useQuery(variablesOf(of.id));
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
            {mayWriteParts(of) ? (
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
