/** A field of an integration: it holds a part of the state that goes to the integration when it is asked. */
import { useId, useState } from "react";
import {
  isFields,
  type KitFields,
  listOf,
  questionOf,
  textOf,
} from "../../../engine/markdown/html/contentKitFields.ts";
import { later } from "../../ui/later.tsx";
import { AskedSelect } from "./AskedSelect.tsx";
import { addressOfOptions, useKit } from "./kit.ts";

const SpecSelect = later(() => import("./SpecSelect.tsx"));

interface FieldProps {
  readonly of: KitFields;
  readonly held: unknown;
  readonly set: (value: unknown) => void;
  /** Somebody is done with it. */
  readonly left?: () => void;
}

export function KitField({ of }: { readonly of: KitFields }) {
  const { state, set, act } = useKit();
  const name = textOf(of["state"]);
  const held = Object.hasOwn(state, name) ? state[name] : of["initialValue"];
  const change = of["onValueChange"] ?? of["onContentChange"];
  const tell = (value: unknown): void => {
    if (isFields(change)) act(change, { ...state, [name]: value });
  };
  const isWritten = of["type"] === "textinput";
  const field: FieldProps = {
    of,
    held,
    set: (value) => {
      set(name, value);
      // A text is told when it is left, not at each letter.
      if (!isWritten) tell(value);
    },
    left: () => {
      if (isWritten && Object.hasOwn(state, name)) tell(state[name]);
    },
  };
  if (isWritten) return <TextOf {...field} />;
  if (of["type"] === "select") return <SelectOf {...field} />;
  return <BoxOf {...field} />;
}

function TextOf({ of, held, set, left }: FieldProps) {
  const placeholder = textOf(of["placeholder"]);
  const type = ["password", "email"].includes(textOf(of["inputType"])) ? textOf(of["inputType"]) : "text";
  const common = {
    className: "kit-input",
    value: textOf(held),
    placeholder,
    disabled: of["disabled"] === true,
    "aria-label": placeholder || undefined,
    onBlur: left,
  };
  return of["multiline"] === true ? (
    <textarea {...common} rows={5} onChange={(event) => set(event.target.value)} />
  ) : (
    <input {...common} type={type} autoComplete="off" onChange={(event) => set(event.target.value)} />
  );
}

function SelectOf({ of, held, set }: FieldProps) {
  const { from, state } = useKit();
  const isMany = of["multiple"] === true;
  const options = listOf(of["options"]).filter(isFields);
  const chosen = [held].flat().map(textOf);
  if (isFields(of["options"]) && of["options"]["source"] === "openapi" && from !== undefined)
    return (
      <SpecSelect
        from={from}
        label={textOf(of["label"]) || textOf(of["placeholder"])}
        chosen={chosen}
        set={(slugs) => set(isMany ? slugs : (slugs[0] ?? ""))}
        isMany={isMany}
        isDisabled={of["disabled"] === true}
        placeholder={textOf(of["placeholder"])}
      />
    );
  const address = addressOfOptions(of["options"], state);
  if (address !== undefined && from !== undefined)
    return (
      <AskedSelect
        // What stands here next is another field, of other choices.
        key={textOf(of["state"])}
        from={from}
        address={address}
        label={textOf(of["label"]) || textOf(of["placeholder"])}
        chosen={chosen}
        set={(ids) => set(isMany ? ids : (ids[0] ?? ""))}
        isMany={isMany}
        takesTyped={of["acceptInput"] === true && !isMany}
        isDisabled={of["disabled"] === true}
        placeholder={textOf(of["placeholder"])}
      />
    );
  if (of["acceptInput"] === true && !isMany)
    // What an integration sets meanwhile is begun with anew.
    return <TypedSelect key={chosen[0] ?? ""} of={of} chosen={chosen[0] ?? ""} options={options} set={set} />;
  return (
    <select
      className="kit-input"
      multiple={isMany}
      disabled={of["disabled"] === true}
      value={isMany ? chosen : (chosen[0] ?? "")}
      onChange={({ target }) =>
        set(isMany ? [...target.selectedOptions].map(({ value }) => value) : target.value)
      }
    >
      {isMany ? null : <option value="">{textOf(of["placeholder"])}</option>}
      {options.map(({ id, label }) => (
        <option key={textOf(id)} value={textOf(id)}>
          {textOf(label) || textOf(id)}
        </option>
      ))}
    </select>
  );
}

interface TypedSelectProps extends Pick<FieldProps, "of" | "set"> {
  readonly chosen: string;
  readonly options: readonly KitFields[];
}

/** A choice that may be typed as well. */
function TypedSelect({ of, chosen, options, set }: TypedSelectProps) {
  const list = useId();
  const [text, type] = useState(chosen);
  return (
    <>
      <input
        className="kit-input"
        list={list}
        value={text}
        placeholder={textOf(of["placeholder"])}
        disabled={of["disabled"] === true}
        autoComplete="off"
        onChange={({ target }) => type(target.value)}
        // Each letter would be a choice of its own.
        onBlur={() => (text === chosen ? undefined : set(text))}
      />
      <datalist id={list}>
        {options.map(({ id, label }) => (
          <option key={textOf(id)} value={textOf(id)} label={textOf(label)} />
        ))}
      </datalist>
    </>
  );
}

/** A switch, a box of a list, or one of some. */
function BoxOf({ of, held, set }: FieldProps) {
  const { value } = of;
  const isList = of["type"] === "checkbox";
  const isSwitch = of["type"] === "switch";
  const isOn = isSwitch ? held === true : isList ? listOf(held).includes(value) : held === value;
  const question = questionOf(of["confirm"]);
  const next = (isNow: boolean): unknown => {
    if (isSwitch) return isNow;
    if (!isList) return value;
    return [...listOf(held).filter((one) => one !== value), ...(isNow ? [value] : [])];
  };
  return (
    <input
      type={isSwitch || isList ? "checkbox" : "radio"}
      role={isSwitch ? "switch" : undefined}
      name={isSwitch || isList ? undefined : textOf(of["state"])}
      disabled={of["disabled"] === true}
      checked={isOn}
      onChange={({ target }) => {
        if (question === undefined || confirm(question)) set(next(target.checked));
      }}
    />
  );
}
