/** What is left until a change request is merged: its status, the rules, updating, and the merge itself. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import {
  type ChangeRequest,
  LecternError,
  mergeChangeRequest,
  type MergeRuleState,
  type Space,
  updateChangeRequest,
  updateChangeRequestById,
} from "../../../sdk/src/index.ts";
import { mergeRulesOf, useChanging } from "../../api/changes.ts";
import { client } from "../../api/client.ts";
import { user } from "../../api/queries.ts";
import { addressOf } from "../../routes.ts";
import { FormDialog, Refusal } from "../../ui/Ask.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { NeedsServer } from "../../ui/NeedsServer.tsx";
import { reviewWords as words } from "../../words/review.ts";
import { settingsWords } from "../../words/settings.ts";
import { contentTag } from "./contentTag.ts";

export interface ChangeProps {
  readonly request: ChangeRequest;
  readonly within: Space;
}

export function MergeBox(of: ChangeProps) {
  const { git } = of.request;
  return (
    <NeedsServer>{git === undefined ? <OwnMerge {...of} /> : <Hosted {...of} pull={git} />}</NeedsServer>
  );
}

interface HostedProps extends ChangeProps {
  readonly pull: NonNullable<ChangeRequest["git"]>;
}

/** What is left to do of one that shows a pull request is done there, but for putting it away. */
function Hosted({ request, within, pull }: HostedProps) {
  const { repository, number, url } = pull;
  const name = words.hosted(repository, number);
  const { error, become } = useStatus({ request, within });
  return (
    <section className="rail-card" aria-label={words.merging}>
      <p>{words.hostedText}</p>
      <p>
        {url === undefined ? (
          name
        ) : (
          <a className="button button-secondary" href={url} rel="noreferrer">
            {name}
          </a>
        )}
      </p>
      {error === undefined ? null : <Refusal error={error} />}
      <StatusButtons request={request} within={within} become={become} />
    </section>
  );
}

/** Does something with it; what it is refused with is shown beside it. */
function useStatus({ request: { number }, within: { id: space } }: ChangeProps) {
  const changing = useChanging(space);
  const [error, fail] = useState<Error>();
  const run = async (act: () => Promise<unknown>): Promise<void> => {
    fail(undefined);
    try {
      await changing(act);
    } catch (reason) {
      fail(reason as Error);
    }
  };
  const become = (next: NextStatus) =>
    void run(() => updateChangeRequestById(client, space, `${number}`, { status: next }));
  return { error, run, become };
}

function OwnMerge({ request, within }: ChangeProps) {
  const { permissions, id: space } = within;
  const [, go] = useLocation();
  const { status, conflicts, outdated } = request;
  const number = `${request.number}`;
  const isOpen = isOpenChange(status);
  const { error, run, become } = useStatus({ request, within });
  const update = () =>
    void run(async () => {
      const { result } = await updateChangeRequest(client, space, number);
      if (result === "conflicts") go(addressOf("changeConflicts", { space, number }));
    });
  return (
    <section className="rail-card" aria-label={words.merging}>
      {status === "merged" ? <p>{words.mergedText}</p> : null}
      {status === "archived" ? <p>{words.archivedText}</p> : null}
      {status === "draft" ? <p className="muted">{words.draftText}</p> : null}
      {isOpen ? <Rules request={request} within={within} /> : null}
      {conflicts > 0 && isOpen ? (
        <>
          <p className="wrong">{words.conflictsFirst(conflicts)}</p>
          <Link className="button" href={addressOf("changeConflicts", { space, number })}>
            {words.decide}
          </Link>
        </>
      ) : null}
      {outdated && isOpen && conflicts === 0 && permissions.edit ? (
        <p className="rail-line">
          <span>{words.updateText}</span>
          <button type="button" className="button button-secondary" onClick={update}>
            {words.update}
          </button>
        </p>
      ) : null}
      {error === undefined ? null : <Refusal error={error} />}
      {isOpen && permissions.merge ? <MergeButton request={request} within={within} /> : null}
      {isOpen && !permissions.merge ? <p className="muted">{words.mayNotMerge}</p> : null}
      <StatusButtons request={request} within={within} become={become} />
    </section>
  );
}

type NextStatus = "open" | "draft" | "archived";

interface StatusButtonsProps extends ChangeProps {
  readonly become: (status: NextStatus) => void;
}

function StatusButtons({ request: { status, createdBy, git }, within, become }: StatusButtonsProps) {
  const { data: who } = useQuery(user());
  const { permissions } = within;
  const mayDraft = permissions.edit && git === undefined;
  const mayArchive = permissions.review || (permissions.edit && createdBy?.id === who?.id);
  const button = (next: NextStatus, title: string, look = "button button-secondary") => (
    <button type="button" className={look} onClick={() => become(next)}>
      {title}
    </button>
  );
  return (
    <div className="rail-actions">
      {status === "draft" && mayDraft ? button("open", words.markReady, "button") : null}
      {status === "open" && mayDraft ? button("draft", words.backToDraft, "button-quiet") : null}
      {isOpenChange(status) && mayArchive ? button("archived", words.archive, "button-quiet") : null}
      {status === "archived" && mayArchive ? button("open", words.reopen) : null}
    </div>
  );
}

/** Whether it can still be changed and merged. */
export function isOpenChange(status: ChangeRequest["status"]): boolean {
  return status === "open" || status === "draft";
}

/** Whether it is written here: what shows a pull request is written on its host. */
export const isWrittenHere = ({ status, git }: Pick<ChangeRequest, "status" | "git">): boolean =>
  isOpenChange(status) && git === undefined;

function Rules({ request, within }: ChangeProps) {
  const { data: rules } = useQuery(mergeRulesOf(within.id, `${request.number}`));
  if (rules === undefined || rules.length === 0) return null;
  return (
    <>
      <h2 className="side-label">{words.mergeNeeds}</h2>
      <RuleList of={rules} />
    </>
  );
}

function RuleList({ of }: { readonly of: readonly MergeRuleState[] }) {
  return (
    <ul className="merge-rules">
      {of
        .filter(({ rule }) => rule.rule !== "allow_bypass")
        .map(({ rule, state, missing }, place) => (
          <li key={place} data-state={state}>
            <Icon name={state === "met" ? "done" : state === "unmet" ? "close" : "leave"} />
            <span>
              <span className="visually-hidden">{words.ruleStates[state]}: </span>
              {missing ?? ruleSaid(rule)}
              {state === "bypassed" ? <small className="muted"> {words.ruleStates.bypassed}</small> : null}
            </span>
          </li>
        ))}
    </ul>
  );
}

function ruleSaid(rule: MergeRuleState["rule"]): string {
  return rule.rule === "custom" ? (rule.message ?? rule.expression) : settingsWords.rules[rule.rule];
}

/** The merge, which is asked for once more: it is final. What it would be refused for is said before. */
export function MergeButton({ request, within }: ChangeProps) {
  const [isAsking, ask] = useState(false);
  const changing = useChanging(within.id);
  const [, go] = useLocation();
  const number = `${request.number}`;
  const { data: rules = [] } = useQuery({ ...mergeRulesOf(within.id, number), enabled: isAsking });
  const unmet = rules.filter(({ state }) => state === "unmet");
  const isReady = unmet.length === 0 && request.conflicts === 0;
  const isDraft = request.status === "draft";
  return (
    <>
      <button
        type="button"
        // A draft is made ready first, though who may can merge it as it is; and conflicts are decided first.
        className={isDraft || request.conflicts > 0 ? "button button-secondary" : "button"}
        onClick={() => ask(true)}
      >
        {words.merge}
      </button>
      <FormDialog
        isOpen={isAsking}
        close={() => ask(false)}
        title={words.mergeTitle(request.number, within.title)}
        verb={words.merge}
        isReady={isReady}
        isDirty={false}
        act={() =>
          changing(() => mergeChangeRequest(client, within.id, number, { ifUnchanged: contentTag(request) }))
        }
        done={({ result }) =>
          go(addressOf(result === "conflicts" ? "changeConflicts" : "change", { space: within.id, number }))
        }
      >
        {(error) => (
          <div className="dialog-text">
            {request.conflicts > 0 ? (
              <p className="wrong">{words.conflictsFirst(request.conflicts)}</p>
            ) : null}
            {unmet.length === 0 ? (
              <p>{words.mergeText}</p>
            ) : (
              <>
                <p className="wrong">{words.rulesUnmet(unmet.length)}</p>
                <RuleList of={unmet} />
              </>
            )}
            {error instanceof LecternError && error.details.length > 0 ? (
              <p className="wrong" role="alert">
                {error.message}
              </p>
            ) : null}
          </div>
        )}
      </FormDialog>
    </>
  );
}
