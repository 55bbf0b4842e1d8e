/** The people and teams that were given a role on something itself. */
import { useState } from "react";
import type { MemberRole } from "../../../sdk/src/index.ts";
import { usePaged } from "../../api/paged.ts";
import { Refusal } from "../../ui/Ask.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { RowMenu } from "../../ui/RowMenu.tsx";
import { Rows } from "../../ui/Rows.tsx";
import { peopleWords } from "../../words/people.ts";
import { ROLE_CHOICES } from "../people/roles.ts";
import type { GrantedThing, RoleHolder } from "./content.ts";
import { rolesOn } from "./rolesOn.ts";

interface GivenHereProps {
  readonly on: GrantedThing;
  /** What is said where nobody was given one. */
  readonly nobody: string;
  /** Something was changed, or refused: what to say of it. */
  readonly changed: (text: string | undefined) => void;
}

export function GivenHere({ on, nobody, changed }: GivenHereProps) {
  const [error, fail] = useState<Error>();
  const teams = usePaged([...rolesOn(on.id), "teams"], on.teams);
  const users = usePaged([...rolesOn(on.id), "users"], on.users);
  const change = async (work: () => Promise<void>, text: string): Promise<void> => {
    fail(undefined);
    changed(undefined);
    await work().then(() => changed(text), fail);
  };
  const cells = (holder: RoleHolder, below: string | undefined, role: MemberRole) => (
    <HolderCells
      holder={holder}
      below={below}
      role={role}
      setRole={(next) =>
        void change(
          () => on.change(holder, next),
          peopleWords.given(holder.title, peopleWords.roles[next], peopleWords.here),
        )
      }
      takeBack={() => void change(() => on.takeBack(holder), peopleWords.tookBack(holder.title))}
    />
  );
  const isNone = teams.items?.length === 0 && users.items?.length === 0;
  const heads = [peopleWords.name, peopleWords.mayDo, ""];
  return (
    <>
      {error === undefined ? null : <Refusal error={error} />}
      {isNone ? <p className="nothing">{nobody}</p> : null}
      <Rows
        of={teams}
        label={peopleWords.teams}
        heads={heads}
        keyOf={({ team }) => team.id}
        empty={null}
        row={({ team, permission }) =>
          cells({ kind: "team", id: team.id, title: team.title }, undefined, permission)
        }
      />
      <Rows
        of={users}
        label={peopleWords.direct}
        heads={heads}
        keyOf={({ user }) => user.id}
        empty={null}
        row={({ user, permission }) =>
          cells({ kind: "user", id: user.id, title: user.displayName }, user.email, permission)
        }
      />
    </>
  );
}

interface HolderCellsProps {
  readonly holder: RoleHolder;
  readonly below: string | undefined;
  readonly role: MemberRole;
  readonly setRole: (role: MemberRole) => void;
  readonly takeBack: () => void;
}

function HolderCells({ holder, below, role, setRole, takeBack }: HolderCellsProps) {
  return (
    <>
      <th scope="row">
        <span className="person">
          <Icon name={holder.kind === "team" ? "people" : "person"} />
          <span className="person-name">
            <span className="cut">{holder.title}</span>
            {below === undefined ? null : <small className="cut">{below}</small>}
          </span>
        </span>
      </th>
      <td>
        <select
          aria-label={peopleWords.roleOf(holder.title)}
          value={role}
          onChange={(event) => setRole(event.target.value as MemberRole)}
        >
          {ROLE_CHOICES.filter(([choice]) => choice !== "admin" || role === "admin").map(
            ([choice, title]) => (
              <option key={choice} value={choice}>
                {title}
              </option>
            ),
          )}
        </select>
      </td>
      <td className="row-end">
        <RowMenu
          name={holder.title}
          items={[{ title: peopleWords.takeBack, act: takeBack, isDangerous: true }]}
        />
      </td>
    </>
  );
}
