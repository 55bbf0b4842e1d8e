/** A choice among what an integration answers with: read part by part, searched, and typed where that is taken. */
import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useRef, useState } from "react";
import {
  type FieldOption,
  type FieldOptions,
  fieldOptions,
  type FieldPlace,
} from "../../api/fieldOptions.ts";
import type { ControlProps } from "../../ui/Field.tsx";
import { useLate } from "../../ui/useLate.ts";
import { words } from "../../words.ts";
import { integrationWords } from "../../words/integrations.ts";

/** Choices that are seen at once without a search. */
const FEW = 20;

interface AskedSelectProps {
  readonly from: FieldPlace;
  /** Where the choices are. */
  readonly address: string;
  readonly label: string;
  /** The ids. */
  readonly chosen: readonly string[];
  readonly set: (chosen: readonly string[]) => void;
  readonly isMany?: boolean;
  /** Whether what is typed may be chosen, whatever the integration has. */
  readonly takesTyped?: boolean;
  readonly isDisabled?: boolean;
  readonly placeholder?: string;
  readonly control?: ControlProps;
}

export function AskedSelect(props: AskedSelectProps) {
  const { address, label, chosen, set, takesTyped = false, control } = props;
  const [text, type] = useState("");
  const asked = useOptions(props.from, address, text.trim());
  const own = chosen.filter((id) => id !== "");
  const common = {
    ...control,
    className: "kit-input",
    disabled: props.isDisabled === true,
    "aria-label": control === undefined ? label : undefined,
  };
  const isEmpty = asked.items.length === 0;
  const whyNot = asked.error === null ? null : <NoChoices why={asked.error.message} isRest={!isEmpty} />;
  if (whyNot !== null && takesTyped && isEmpty && text === "")
    return (
      <div className="kit-column">
        <input
          {...common}
          value={own[0] ?? ""}
          autoComplete="off"
          onChange={({ target }) => set([target.value])}
        />
        {whyNot}
      </div>
    );
  const typed = takesTyped && text.trim() !== "" ? [{ id: text.trim(), label: text.trim() }] : [];
  const shown = unique([
    ...own.map((id) => ({ id, label: asked.names.get(id) ?? id })),
    ...typed,
    ...asked.items,
  ]);
  const isSearched = takesTyped || asked.hasMore || asked.items.length > FEW || text !== "";
  const choose = (ids: readonly string[]): void => {
    type("");
    set(ids);
  };
  return (
    <div className="kit-column">
      <Select
        isMany={props.isMany}
        placeholder={props.placeholder}
        set={choose}
        own={own}
        options={shown}
        isReading={asked.isReading}
        common={common}
      />
      {isSearched ? (
        <FindField
          label={label}
          text={text}
          type={type}
          {...(takesTyped ? { choose: () => choose(typed.map(({ id }) => id)) } : {})}
        />
      ) : null}
      {asked.hasMore ? <MoreButton isReading={asked.isReading} more={asked.more} /> : null}
      {whyNot}
    </div>
  );
}

interface FindFieldProps extends Pick<AskedSelectProps, "label"> {
  readonly text: string;
  readonly type: (text: string) => void;
  /** Chooses what is typed, where that is taken. */
  readonly choose?: () => void;
}

function FindField({ label, text, type, choose }: FindFieldProps) {
  return (
    <input
      className="kit-input"
      type="search"
      value={text}
      placeholder={choose !== undefined ? integrationWords.findOrType : integrationWords.findChoice}
      aria-label={integrationWords.findIn(label)}
      onChange={({ target }) => type(target.value)}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Who goes on to the choices was looking for one of them; who goes elsewhere has typed the one.
        const isAmong = currentTarget.parentElement?.contains(relatedTarget) === true;
        if (!isAmong && text.trim() !== "") choose?.();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        // It looks for something, and saves nothing.
        event.preventDefault();
        if (text.trim() !== "") choose?.();
      }}
    />
  );
}

interface MoreButtonProps {
  readonly isReading: boolean;
  readonly more: () => void;
}

function MoreButton({ isReading, more }: MoreButtonProps) {
  return (
    <p>
      <button type="button" className="button button-secondary" disabled={isReading} onClick={more}>
        {words.loadMore}
      </button>
    </p>
  );
}

type Part = Pick<FieldOptions, "items" | "selected">;
const NOTHING: Part = { items: [], selected: [] };

/** What the integration has been heard to have. */
function useOptions(from: FieldPlace, address: string, find: string) {
  const wish = { address: useLate(address), find: useLate(find) };
  const [kept, keep] = useState({ ...wish, before: NOTHING, part: wish.address });
  // What is looked for anew is read from its beginning.
  const isSame = kept.address === wish.address && kept.find === wish.find;
  const { before, part } = isSame ? kept : { before: NOTHING, part: wish.address };
  const { data, error, isFetching, refetch } = useQuery(
    fieldOptions(from, { address: part, find: wish.find }),
  );
  const { nextPage } = data ?? {};
  const items = [...before.items, ...(data?.items ?? [])];
  const selected = [...before.selected, ...(data?.selected ?? [])];
  // What was chosen has its name still when something else is looked for.
  const names = useRef(new Map<string, string>()).current;
  for (const { id, label } of [...selected, ...items]) names.set(id, label);
  return {
    items,
    names,
    error,
    isReading: isFetching,
    // A part that didn't come may be asked for again.
    hasMore: data === undefined ? before !== NOTHING : nextPage !== undefined,
    more: () => {
      if (nextPage === undefined) void refetch();
      else keep({ ...wish, before: { items, selected }, part: nextPage });
    },
  };
}

interface SelectProps extends Pick<AskedSelectProps, "set"> {
  readonly isMany: boolean | undefined;
  readonly placeholder: string | undefined;
  readonly own: readonly string[];
  readonly options: readonly FieldOption[];
  readonly isReading: boolean;
  /** What it has whatever it offers. */
  readonly common: ComponentProps<"select">;
}

function Select(props: SelectProps) {
  const { isMany = false, placeholder = "", set, own, options, isReading, common } = props;
  return (
    <select
      {...common}
      multiple={isMany}
      aria-busy={isReading}
      value={isMany ? own : (own[0] ?? "")}
      onChange={({ target }) => set([...target.selectedOptions].map(({ value }) => value))}
    >
      {isMany ? null : (
        <option value="">{isReading && options.length === 0 ? `${words.loading}…` : placeholder}</option>
      )}
      {options.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
  );
}

interface NoChoicesProps {
  readonly why: string;
  /** Whether some are there. */
  readonly isRest: boolean;
}

function NoChoices({ why, isRest }: NoChoicesProps) {
  // What the request calls it says nothing to who reads this.
  const said = why.replace(/^\/address:/, integrationWords.choicesAt);
  return (
    <p className="kit-hint" role="status">
      {isRest ? integrationWords.noMoreChoices(said) : integrationWords.noChoices(said)}
    </p>
  );
}

/** Each once: by the name that it is chosen with, where the integration has it. */
function unique(options: readonly FieldOption[]): readonly FieldOption[] {
  return [...new Map(options.toReversed().map((option) => [option.id, option])).values()].toReversed();
}
