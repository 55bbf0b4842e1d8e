/** What a repository is reached with: a connection that is there, a GitHub App, or a token. */
import { useQuery } from "@tanstack/react-query";
import type { GitConnection } from "../../../sdk/src/index.ts";
import { gitConnections } from "../../api/git.ts";
import { organization as organizationOf } from "../../api/queries.ts";
import { faultsOf } from "../../ui/faults.ts";
import { ChoiceField, Field } from "../../ui/Field.tsx";
import { gitWords } from "../../words/git.ts";

interface AccessFields {
  readonly url: string;
  readonly connection: string;
  readonly token: string;
}

interface AccessProps {
  readonly typed: AccessFields;
  readonly set: (changed: Partial<Pick<AccessFields, "connection" | "token">>) => void;
  readonly error: Error | undefined;
  readonly isGitHub: boolean;
  readonly organization: string;
  /** Where the way to a GitHub App leads back to. */
  readonly next: string;
}

export function Access({ typed, set, error, isGitHub, organization, next }: AccessProps) {
  const { data: connections = [] } = useQuery(gitConnections(organization));
  const { data: within } = useQuery(organizationOf(organization));
  const faults = faultsOf(error, ["providerConfiguration/accessToken"]);
  const origin = URL.canParse(typed.url.trim()) ? new URL(typed.url.trim()).origin : "";
  const usable = connections.filter((one) => one.origin === origin);
  const chosen = usable.some(({ id }) => id === typed.connection) ? typed.connection : "";
  const choices: [string, string][] = [
    ["", gitWords.byToken],
    ...usable.map((one): [string, string] => [one.id, nameOf(one)]),
  ];
  return (
    <>
      {usable.length === 0 ? null : (
        <ChoiceField
          label={gitWords.access}
          value={chosen}
          set={(connection) => set({ connection })}
          choices={choices}
        />
      )}
      {chosen !== "" ? null : (
        <Field
          label={gitWords.token}
          help={gitWords.tokenHelp}
          error={faults.of("providerConfiguration/accessToken")}
        >
          {(control) => (
            <input
              {...control}
              type="password"
              autoComplete="off"
              value={typed.token}
              onChange={(event) => set({ token: event.target.value })}
            />
          )}
        </Field>
      )}
      {isGitHub && chosen === "" && within !== undefined ? (
        <p className="card-text">
          {within.permissions.admin ? (
            <>
              {gitWords.orApp} <a href={appAddress(organization, origin, next)}>{gitWords.makeApp}</a>
            </>
          ) : (
            gitWords.askForApp
          )}
        </p>
      ) : null}
    </>
  );
}

/** How a connection is called: whose token it is, and where. */
export const nameOf = ({ account, username, origin }: GitConnection): string =>
  account === undefined ? gitWords.tokenOf(username, new URL(origin).host) : gitWords.appOf(account);

/** The page that leads to GitHub, and back to here. */
function appAddress(organization: string, origin: string, next: string): string {
  return `/git/apps/new?${new URLSearchParams({ organization, origin, next }).toString()}`;
}
