/** How a space and a branch begin to be kept in step. */
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Conflict, createGitSyncInstallation, type GitSyncInstallation } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { gitInstallation } from "../../api/git.ts";
import { addressOf } from "../../routes.ts";
import { Ask, Refusal } from "../../ui/Ask.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { ChoiceField, TextField } from "../../ui/Field.tsx";
import { useKeptText } from "../../ui/keptText.ts";
import { gitWords } from "../../words/git.ts";
import { Access } from "./Access.tsx";
import { type WayChoice, Ways } from "./Ways.tsx";

type Direction = keyof typeof gitWords.directions;
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
  direction: "merge" as Direction,
  incoming: "apply" as WayChoice["incoming"],
  outgoing: "push" as WayChoice["outgoing"],
};
const PROVIDERS = Object.entries(gitWords.hosts) as [Provider, string][];
const DIRECTIONS = Object.entries(gitWords.directions) as [Direction, string][];
const SITE_DIRECTIONS = Object.entries(gitWords.siteDirections) as [Direction, string][];

interface ConnectProps {
  readonly organization: string;
  /** What is to be kept in step. */
  readonly of: GitTarget;
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

export function Connect({ of, organization, connected }: ConnectProps) {
  const [typed, type, forget] = useKeptForm(of);
  const [error, fail] = useState<Error>();
  const [isBusy, work] = useState(false);
  // What would be replaced, as it is said.
  const [losses, ask] = useState<string>();
  const cache = useQueryClient();
  const connect = async (confirm: boolean): Promise<void> => {
    const installation = await createGitSyncInstallation(client, bodyOf(typed, of, organization, confirm));
    forget();
    cache.setQueryData(gitInstallation(installation.id).queryKey, installation);
    connected(installation);
  };
  const change = (changed: Partial<typeof EMPTY>): void => type({ ...typed, ...changed });
  const submit = async (): Promise<void> => {
    if (isBusy) return;
    work(true);
    fail(undefined);
    try {
      await connect(false);
    } catch (reason) {
      if (reason instanceof Conflict && reason.type === "confirm-needed")
        ask(reason.details[0]?.message ?? "");
      else fail(reason as Error);
    } finally {
      work(false);
    }
  };
  return (
    <>
      <form
        className="settings-card"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
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
        </Fields>
        {error === undefined ? null : <Refusal error={error} />}
        <div className="card-foot">
          <span />
          <button type="submit" className="button" disabled={isBusy || typed.url.trim() === ""}>
            {gitWords.connect}
          </button>
        </div>
      </form>
      <Ask
        isOpen={losses !== undefined}
        close={() => ask(undefined)}
        title={gitWords.replaceTitle}
        verb={gitWords.replaceVerb}
        act={() => connect(true)}
      >
        <p>{losses}</p>
        <p>{("site" in of ? gitWords.siteDirectionHelp : gitWords.directionHelp).git}</p>
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
      {children}
      <ChoiceField
        label={gitWords.direction}
        help={(isSite ? gitWords.siteDirectionHelp : gitWords.directionHelp)[typed.direction]}
        value={typed.direction}
        set={(direction) => set({ direction })}
        choices={isSite ? SITE_DIRECTIONS : DIRECTIONS}
      />
      <Ways values={typed} set={set} isPushed={typed.direction === "lectern"} isSite={isSite} />
    </>
  );
}

function bodyOf(
  { url, provider, branch, directory, token, connection, direction, incoming, outgoing }: typeof EMPTY,
  of: GitTarget,
  organizationId: string,
  confirm: boolean,
) {
  const name = branch.trim();
  return {
    provider: provider ?? providerOf(url),
    target:
      "site" in of
        ? { type: "site" as const, organizationId, siteId: of.site }
        : { type: "space" as const, spaceId: of.space },
    providerConfiguration: {
      url: url.trim(),
      branch: name.startsWith("refs/") ? name : `refs/heads/${name}`,
      ...(connection !== "" ? { connection } : token.trim() === "" ? {} : { accessToken: token.trim() }),
    },
    projectDirectory: directory.trim().replace(/^\.?\/+|\/+$/g, ""),
    direction,
    incoming,
    ...(direction === "lectern" ? {} : { outgoing }),
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
