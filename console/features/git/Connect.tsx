/** How a space and a branch begin to be kept in step. */
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import {
  createGitSyncInstallation,
  type GitSyncInstallation,
  updateGitSyncInstallation,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { fullBranch } from "../../api/branchName.ts";
import { gitConnections, gitInstallation } from "../../api/git.ts";
import { addressOf } from "../../routes.ts";
import { Ask, Refusal } from "../../ui/Ask.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { ChoiceField, TextField } from "../../ui/Field.tsx";
import { useKeptText } from "../../api/keptText.ts";
import { gitWords } from "../../words/git.ts";
import { Access } from "./Access.tsx";
import { type SyncDirection, directionsFor, helpFor } from "./directions.ts";
import { useTold } from "./told.ts";
import { type WayChoice, Ways } from "./Ways.tsx";

type Provider = "github" | "gitlab" | "gitea" | "bitbucket" | "git";

const EMPTY = {
  url: "",
  /** Undefined: as the address tells. */
  provider: undefined as Provider | undefined,
  branch: "main",
  directory: "",
  token: "",
  /** Of a connection; "": a token is typed. */
  connection: "",
  direction: "merge" as SyncDirection,
  incoming: "apply" as WayChoice["incoming"],
  outgoing: "push" as WayChoice["outgoing"],
};
const PROVIDERS = Object.entries(gitWords.hosts) as [Provider, string][];

interface ConnectProps {
  readonly organization: string;
  /** What is to be kept in step. */
  readonly of: GitTarget;
  /** Of what was begun, and has nothing to reach its host with yet. */
  readonly setup?: string;
  readonly connected: (installation: GitSyncInstallation) => void;
}

/** A space or a site, by its id. */
export type GitTarget = { readonly space: string } | { readonly site: string };

/** What is typed, kept since the way to a GitHub App leads away and back; but for the token, which no tab keeps. */
function useKeptForm(of: GitTarget) {
  const [kept, keep] = useKeptText(`git ${"site" in of ? of.site : of.space}`);
  const [typed, show] = useState<typeof EMPTY>(() => ({
    ...EMPTY,
    ...(kept === "" ? {} : JSON.parse(kept)),
  }));
  const type = (next: typeof EMPTY): void => {
    show(next);
    keep(next.url === "" ? "" : JSON.stringify({ ...next, token: "" }));
  };
  return [typed, type, () => keep("")] as const;
}

/** What can be done with what is typed: connect it, or look through its host first. */
function useConnecting(
  { of, organization, setup, connected }: ConnectProps,
  typed: typeof EMPTY,
  forget: () => void,
) {
  const cache = useQueryClient();
  const done = (installation: GitSyncInstallation): void => {
    forget();
    cache.setQueryData(gitInstallation(installation.id).queryKey, installation);
    // A token is a connection from now on.
    void cache.invalidateQueries({ queryKey: gitConnections(organization).queryKey });
    connected(installation);
  };
  const connect = async (confirm: boolean): Promise<void> =>
    done(await createGitSyncInstallation(client, bodyOf(typed, of, organization, confirm)));
  const begin = async (): Promise<void> => {
    const { target, ...begun } = beginningOf(typed, of, organization);
    done(
      setup === undefined
        ? await createGitSyncInstallation(client, { target, ...begun })
        : await updateGitSyncInstallation(client, setup, begun),
    );
  };
  return { connect, connecting: useTold(connect), beginning: useTold(begin) };
}

export function Connect(props: ConnectProps) {
  const { of, organization } = props;
  const [typed, type, forget] = useKeptForm(of);
  const change = (changed: Partial<typeof EMPTY>): void => type({ ...typed, ...changed });
  const { connect, connecting, beginning } = useConnecting(props, typed, forget);
  const error = connecting.error ?? beginning.error;
  return (
    <>
      <form
        className="settings-card"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void connecting.submit();
        }}
      >
        <h2>{gitWords.repository}</h2>
        <p className="card-text">{"site" in of ? gitWords.connectSiteText : gitWords.connectText}</p>
        <Fields typed={typed} set={change} error={error} isSite={"site" in of}>
          <Access
            typed={typed}
            set={change}
            error={error}
            isGitHub={(typed.provider ?? providerOf(typed.url)) === "github"}
            organization={organization}
            next={placeOf(of, organization)}
          />
          {mayLook(typed) ? (
            <div className="card-acts">
              <button
                type="button"
                className="button button-secondary"
                disabled={beginning.isBusy}
                onClick={() => void beginning.submit()}
              >
                {gitWords.lookThrough}
              </button>
            </div>
          ) : null}
        </Fields>
        {error === undefined ? null : <Refusal error={error} />}
        <div className="card-foot">
          <span />
          <button type="submit" className="button" disabled={connecting.isBusy || typed.url.trim() === ""}>
            {gitWords.connect}
          </button>
        </div>
      </form>
      <Ask
        isOpen={connecting.losses !== undefined}
        close={connecting.giveUp}
        title={gitWords.replaceTitle}
        verb={gitWords.replaceVerb}
        act={() => connect(true)}
      >
        <p>{connecting.losses}</p>
        <p>{helpFor("git", "site" in of)}</p>
      </Ask>
    </>
  );
}

/** The screen on which it is connected. */
const placeOf = (of: GitTarget, organization: string): string =>
  "site" in of
    ? addressOf("siteGit", { organization, site: of.site })
    : addressOf("spaceGit", { space: of.space });

interface FieldsProps {
  readonly typed: typeof EMPTY;
  readonly set: (changed: Partial<typeof EMPTY>) => void;
  readonly error: Error | undefined;
  readonly isSite: boolean;
}

function Fields({ typed, set, error, isSite, children }: FieldsProps & { readonly children: ReactNode }) {
  const faults = faultsOf(error, [
    "providerConfiguration/url",
    "providerConfiguration/branch",
    "projectDirectory",
  ]);
  return (
    <>
      <TextField
        label={gitWords.url}
        help={gitWords.urlHelp}
        type="url"
        required
        error={faults.of("providerConfiguration/url")}
        value={typed.url}
        set={(url) => set({ url, connection: "" })}
      />
      <ChoiceField
        label={gitWords.host}
        value={typed.provider ?? providerOf(typed.url)}
        set={(provider) => set({ provider })}
        choices={PROVIDERS}
      />
      {children}
      <TextField
        label={gitWords.branch}
        required
        error={faults.of("providerConfiguration/branch")}
        value={typed.branch}
        set={(branch) => set({ branch })}
      />
      <TextField
        label={gitWords.directory}
        help={isSite ? gitWords.siteDirectoryHelp : gitWords.directoryHelp}
        error={faults.of("projectDirectory")}
        value={typed.directory}
        set={(directory) => set({ directory })}
      />
      <ChoiceField
        label={gitWords.direction}
        help={helpFor(typed.direction, isSite)}
        value={typed.direction}
        set={(direction) => set({ direction })}
        choices={directionsFor(isSite)}
      />
      <Ways values={typed} set={set} isPushed={typed.direction === "lectern"} isSite={isSite} />
    </>
  );
}

const originOf = (url: string): string | undefined =>
  URL.canParse(url.trim()) ? new URL(url.trim()).origin : undefined;

/** Whether there is a host with lists, and something to reach it with. */
const mayLook = ({ url, provider, token, connection }: typeof EMPTY): boolean =>
  originOf(url) !== undefined &&
  (provider ?? providerOf(url)) !== "git" &&
  (connection !== "" || token.trim() !== "");

const targetOf = (of: GitTarget, organizationId: string) =>
  "site" in of
    ? { type: "site" as const, organizationId, siteId: of.site }
    : { type: "space" as const, spaceId: of.space };

const credentialsOf = ({ token, connection }: typeof EMPTY) =>
  connection !== "" ? { connection } : token.trim() === "" ? {} : { accessToken: token.trim() };

/** A host, with nothing chosen of it. */
function beginningOf(typed: typeof EMPTY, of: GitTarget, organizationId: string) {
  const { url, provider = providerOf(url) } = typed;
  const origin = originOf(url);
  return {
    provider,
    target: targetOf(of, organizationId),
    providerConfiguration: {
      ...(origin === undefined ? {} : { customInstanceURL: origin }),
      ...credentialsOf(typed),
    },
  };
}

function bodyOf(typed: typeof EMPTY, of: GitTarget, organizationId: string, confirm: boolean) {
  const { url, provider, branch, directory, direction, incoming, outgoing } = typed;
  return {
    provider: provider ?? providerOf(url),
    target: targetOf(of, organizationId),
    providerConfiguration: {
      url: url.trim(),
      branch: fullBranch(branch),
      ...credentialsOf(typed),
    },
    projectDirectory: directory.trim().replace(/^\.?\/+|\/+$/g, ""),
    direction,
    incoming,
    ...(direction === "lectern" && outgoing !== "push-or-pull-request" ? {} : { outgoing }),
    ...(confirm ? { confirm } : {}),
  };
}

/** Who hosts a repository, by its address. */
function providerOf(url: string): Provider {
  const host = URL.canParse(url.trim()) ? new URL(url.trim()).hostname : "";
  if (host === "github.com") return "github";
  if (host === "bitbucket.org") return "bitbucket";
  if (host === "codeberg.org") return "gitea";
  return host === "gitlab.com" || host.startsWith("gitlab.") ? "gitlab" : "git";
}
