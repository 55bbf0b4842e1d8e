/** Choosing a member by a part of their name or address. */
import { Combobox, ComboboxItem, ComboboxPopover, ComboboxProvider } from "@ariakit/react/combobox";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { User } from "../../../sdk/src/index.ts";
import { membersFound } from "../../api/administration.ts";
import { Field } from "../../ui/Field.tsx";
import { useLate } from "../../ui/useLate.ts";
import { peopleWords } from "../../words/people.ts";

interface ChoosePersonProps {
  /** The organization's id. */
  readonly organization: string;
  readonly chosen: User | undefined;
  readonly choose: (user: User | undefined) => void;
  readonly error?: string | undefined;
}

export function ChoosePerson({ organization, chosen, choose, error }: ChoosePersonProps) {
  const [text, type] = useState(chosen?.displayName ?? "");
  const asked = useLate(text.trim());
  const { data = [], isFetching } = useQuery({
    ...membersFound(organization, asked),
    placeholderData: keepPreviousData,
  });
  return (
    <ComboboxProvider
      value={text}
      setValue={(value) => {
        type(value);
        if (chosen !== undefined && value !== chosen.displayName) choose(undefined);
      }}
    >
      <Field label={peopleWords.choosePerson} error={error}>
        {(control) => <Combobox {...control} autoSelect placeholder={peopleWords.typeName} maxLength={200} />}
      </Field>
      <ComboboxPopover className="menu-box" gutter={4} sameWidth>
        {data.map(({ user }) => (
          <ComboboxItem
            key={user.id}
            className="menu-row"
            value={user.displayName}
            onClick={() => choose(user)}
          >
            <span className="cut">{user.displayName}</span>
            <small className="cut">{user.email}</small>
          </ComboboxItem>
        ))}
        {data.length === 0 && !isFetching ? <p className="menu-label">{peopleWords.nobodyFound}</p> : null}
      </ComboboxPopover>
    </ComboboxProvider>
  );
}
