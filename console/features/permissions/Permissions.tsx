/** The roles on a space, a collection or a site: those given there, what holds for all others, and what everybody may in the end. */
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { EffectiveContentPermission, MemberRole } from "../../../sdk/src/index.ts";
import { useDraft } from "../../api/draft.ts";
import { usePaged } from "../../api/paged.ts";
import { Card } from "../../ui/Card.tsx";
import { ChoiceField } from "../../ui/Field.tsx";
import { Rows } from "../../ui/Rows.tsx";
import { Said } from "../../ui/Said.tsx";
import { peopleWords } from "../../words/people.ts";
import { ROLE_CHOICES } from "../people/roles.ts";
import type { RoleSubject, GrantedThing } from "./content.ts";
import { GivenHere } from "./GivenHere.tsx";
import { GiveRole } from "./GiveRole.tsx";
import { rolesOn } from "./rolesOn.ts";

export interface PermissionsProps {
  /** The organization's id. */
  readonly organization: string;
  readonly thing: RoleSubject;
  /** Under which the thing is kept. */
  readonly queryKey: QueryKey;
  readonly on: GrantedThing;
}

export function Permissions({ organization, thing, queryKey, on }: PermissionsProps) {
  const [said, say] = useState<string>();
  const cache = useQueryClient();
  const isSite = thing.object === "site";
  // What has tabs has its own name above them.
  const isTab = thing.object !== "collection";
  const changed = (text: string | undefined): void => {
    say(text);
    void cache.invalidateQueries({ queryKey: rolesOn(on.id) });
  };
  return (
    <>
      <header className="head">
        {isTab ? (
          <h2 className="part-title">{peopleWords.whoMayWhat(thing.title)}</h2>
        ) : (
          <h1>{peopleWords.whoMayWhat(thing.title)}</h1>
        )}
        <GiveRole organization={organization} on={on} given={changed} />
      </header>
      <p className="lead-text">{isSite ? peopleWords.sitePermissionsText : peopleWords.permissionsText}</p>
      <Said text={said} />
      <h2>{peopleWords.direct}</h2>
      <GivenHere
        on={on}
        nobody={isSite ? peopleWords.nobodyDirectSite : peopleWords.nobodyDirect}
        changed={changed}
      />
      <LevelCard organization={organization} thing={thing} queryKey={queryKey} on={on} />
      <h2>{peopleWords.everybody}</h2>
      <Everybody on={on} />
    </>
  );
}

type LevelChoice = MemberRole | "inherit" | "none";

const LEVELS: readonly (readonly [LevelChoice, string])[] = [
  ["inherit", peopleWords.levels.inherit],
  ...ROLE_CHOICES.filter(([role]) => role !== "admin"),
  ["none", peopleWords.levels.none],
];

function LevelCard({ organization, thing, queryKey, on }: PermissionsProps) {
  const cache = useQueryClient();
  const draft = useDraft({
    id: `level ${thing.id}`,
    thing,
    fields: ({ defaultLevel }) => ({ level: (defaultLevel ?? "none") as LevelChoice }),
    write: ({ level }, options) => on.setLevel(level === "none" ? null : (level ?? "inherit"), options),
    read: on.read,
    saved: (fresh) => {
      cache.setQueryData(queryKey, fresh);
      void cache.invalidateQueries({ queryKey: rolesOn(on.id) });
    },
  });
  return (
    <Card
      title={peopleWords.level}
      draft={draft}
      saved={peopleWords.levelSaved}
      names={{ level: peopleWords.level }}
      say={(value) => LEVELS.find(([level]) => level === value)?.[1] ?? String(value)}
      about={{ organization, target: thing.id }}
    >
      <ChoiceField
        label={peopleWords.mayDo}
        help={peopleWords.levelHelp}
        value={draft.values.level}
        set={(level) => draft.set({ level })}
        choices={LEVELS}
      />
    </Card>
  );
}

function Everybody({ on }: { readonly on: GrantedThing }) {
  const [role, choose] = useState<MemberRole | "">("");
  const of = usePaged([...rolesOn(on.id), "everybody", role], () =>
    on.everybody(role === "" ? undefined : role),
  );
  return (
    <>
      <div className="filters">
        <select
          aria-label={peopleWords.role}
          value={role}
          onChange={(event) => choose(event.target.value as MemberRole | "")}
        >
          <option value="">{peopleWords.anyRole}</option>
          {ROLE_CHOICES.map(([choice, title]) => (
            <option key={choice} value={choice}>
              {title}
            </option>
          ))}
        </select>
      </div>
      <Rows
        of={of}
        label={peopleWords.everybody}
        heads={[peopleWords.name, peopleWords.mayDo, peopleWords.why]}
        keyOf={({ user }) => user.id}
        isFiltered={role !== ""}
        empty={<p className="nothing">{peopleWords.nobody}</p>}
        row={(item) => (
          <>
            <th scope="row">
              <span className="person-name">
                <span className="cut">{item.user.displayName}</span>
                <small className="cut">{item.user.email}</small>
              </span>
            </th>
            <td>{peopleWords.roles[item.permission]}</td>
            <td>{why(item)}</td>
          </>
        )}
      />
    </>
  );
}

/** Why somebody may do what they may, as a sentence. */
function why({ reason }: EffectiveContentPermission): string {
  const { reasons } = peopleWords;
  const at = reason.space ?? reason.collection ?? reason.site;
  const where = at === undefined ? peopleWords.above : peopleWords.inIt(at.title);
  if (reason.kind === "administrator") return reasons.admin;
  if (reason.kind === "organization") return reasons.organization;
  if (reason.kind === "team") return reasons.team(reason.team?.title ?? peopleWords.someTeam, where);
  if (reason.kind === "level") return reasons.level(where);
  return reason.kind === "creator" ? reasons.creator(where) : reasons.direct(where);
}
