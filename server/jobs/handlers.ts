import { INDEX_SPACE } from "../content/head.ts";
import type { IndexDeps } from "./madePages.ts";
import type { StandingJob } from "../db/standingJobs.ts";
import type { Deps } from "../deps.ts";
import { HOUSEKEEPING } from "../content/garbageRound.ts";
import { GIT_POLL, GIT_SYNC } from "../content/git/queue.ts";
import { gitHostJob } from "../nouns/git/hosts/hostJob.ts";
import { GIT_HOST } from "../content/git/queue.ts";
import { GIT_REVIEW } from "../nouns/git/reviews/noteReview.ts";
import { gitReviewJob } from "../nouns/git/reviews/reviewJob.ts";
import { GIT_PREVIEW, gitPreviewJob, previewGaveWay } from "../nouns/git/sync/previewJob.ts";
import { gitPollJob, polling } from "../nouns/git/sync/pollJob.ts";
import { gitStandstillJob } from "../nouns/git/sync/standstill.ts";
import { GIT_STANDSTILL } from "../nouns/git/telling.ts";
import { gitSyncJob, syncGaveWay } from "../nouns/git/syncJob.ts";
import { requestTarget } from "../nouns/change-requests/target.ts";
import { dropImported, IMPORT_JOB, runImportJob } from "../nouns/content/importJob.ts";
import { PDF_JOB, pdfJob } from "../nouns/pdf/pdfJob.ts";
import { invitationJob } from "../nouns/invites/invitationJob.ts";
import { ACCOUNT_NOTICE, SIGN_IN_EMAIL } from "../nouns/members/failedEmails.ts";
import { INVITATION } from "../nouns/members/invitation.ts";
import { MEMBER_EMAIL, memberEmailJob } from "../nouns/members/memberEmail.ts";
import { accountNoticeJob } from "../nouns/sessions/notices.ts";
import { FORGET_PERSON, forgetPersonJob } from "../nouns/sessions/deletePerson.ts";
import { signInEmailJob } from "../nouns/sessions/signInEmail.ts";
import { copyFilesJob, SITE_COPIES } from "../nouns/sites/customization/copyFiles.ts";
import { CHECK_HOSTNAME, checkHostnameJob } from "../nouns/sites/hostnames/claim.ts";
import { END_ORGANIZATION } from "../nouns/orgs/end.ts";
import { PURGE_COLLECTION } from "../nouns/collections/trash.ts";
import { PURGE_SITE } from "../nouns/sites/trash.ts";
import { PURGE } from "../nouns/spaces/trash.ts";
import { deliverJob, DELIVER_JOB, delivering } from "./delivery/deliver.ts";
import { installationSender } from "./delivery/installation.ts";
import { noticeJob } from "./delivery/notice.ts";
import type { Senders } from "./delivery/sender.ts";
import { rendererSender, webhookSender } from "./delivery/webhook.ts";
import { INSTALLATION } from "../nouns/installations/queries.ts";
import { dropTask, INTEGRATION_TASK, integrationTaskJob } from "../nouns/installations/tasks.ts";
import { NOTICE_JOB } from "../nouns/webhooks/disable.ts";
import { WEBHOOK } from "../nouns/webhooks/queries.ts";
import { RENDERER } from "../nouns/webhooks/renderers.ts";
import { SPEC_JOB } from "../nouns/openapi/commands.ts";
import { readSpecJob } from "../nouns/openapi/processing.ts";
import { LOOK_AT_SOURCES } from "../content/computed/contentSources.ts";
import { DUE_SOURCES, dueSourcesJob, followingSources, lookAtSourcesJob } from "../nouns/sources/due.ts";
import { MAKE_SOURCE, makeSourceJob } from "../nouns/sources/job.ts";
import { FOLLOW_TRANSLATION, followTranslationJob } from "../nouns/translations/follow.ts";
import { TRANSLATE_SPACE, translateSpaceJob } from "../nouns/translations/translateJob.ts";
import { endOrganizationJob } from "./endOrganization.ts";
import { housekeepingJob, keepingHouse } from "./housekeeping.ts";
import { type JobHandler, several } from "./job.ts";
import { INDEX_LOOK, indexLookJob } from "./indexLook.ts";
import { indexSpaceJob } from "./indexSpace.ts";
import { NOTIFY_JOB, notifying, notifyJob } from "./notify.ts";
import { purgeHandlers, purging } from "./purge.ts";
import { purgeCollectionJob, purgeSiteJob } from "./purgeDeleted.ts";
import { purgeSpaceJob } from "./purgeSpace.ts";
import { REFRESH_SPECS, refreshing, refreshSpecsJob } from "./refreshSpecs.ts";

/** Jobs of one kind at once, where they have nothing to do with each other: some of them wait for others' bytes. */
const MOST_ALIKE = 16;
/** Those that wait for hosts of Git: of an organization whose hosts are silent some stand, and the others' go on. */
const OF_HOSTS = { atOnce: 32, ofOne: 4 };
/** Those that wait for what all organizations share, a translator or name servers: none has it for itself. */
const OF_SHARED = { atOnce: MOST_ALIKE, ofOne: 4 };
/** Documents take a thread and its memory each. */
const OF_PAPER = { atOnce: 2, ofOne: 1 };
/** Removals of what lies in the trash: they write slice by slice, and one that is large isn't waited for. */
const OF_TRASH = { atOnce: 4, ofOne: 2 };

/** The kinds of which nothing is left to be tried again, once a job of theirs has ended. */
export const INPUT_GOES: ReadonlySet<string> = new Set([IMPORT_JOB, INTEGRATION_TASK]);

/** Every kind of job there is, with what runs it. */
export function jobHandlers(deps: Deps): Readonly<Record<string, JobHandler>> {
  return {
    ...indexHandlers(deps),
    [INDEX_LOOK]: indexLookJob(deps),
    [IMPORT_JOB]: several(MOST_ALIKE, runImportJob(deps, requestTarget), { clear: dropImported(deps) }),
    [GIT_SYNC]: several(OF_HOSTS, gitSyncJob(deps), { gaveWay: syncGaveWay(deps) }),
    [GIT_POLL]: gitPollJob(deps),
    [GIT_PREVIEW]: several(OF_HOSTS, gitPreviewJob(deps), { gaveWay: previewGaveWay(deps) }),
    [GIT_REVIEW]: several(OF_HOSTS, gitReviewJob(deps)),
    [GIT_STANDSTILL]: several(MOST_ALIKE, gitStandstillJob(deps)),
    [GIT_HOST]: several(OF_HOSTS, gitHostJob(deps)),
    [PDF_JOB]: several(OF_PAPER, pdfJob(deps)),
    [CHECK_HOSTNAME]: several(OF_SHARED, checkHostnameJob(deps)),
    [PURGE]: several(OF_TRASH, purgeSpaceJob(deps)),
    [PURGE_COLLECTION]: several(OF_TRASH, purgeCollectionJob(deps)),
    [PURGE_SITE]: several(OF_TRASH, purgeSiteJob(deps)),
    [END_ORGANIZATION]: several(OF_TRASH, endOrganizationJob()),
    [DELIVER_JOB]: deliverJob(deps, eventSenders(deps)),
    [INTEGRATION_TASK]: several(MOST_ALIKE, integrationTaskJob(deps), { clear: dropTask(deps) }),
    [NOTICE_JOB]: several(MOST_ALIKE, noticeJob(deps)),
    [NOTIFY_JOB]: notifyJob(deps),
    [SIGN_IN_EMAIL]: several(MOST_ALIKE, signInEmailJob(deps)),
    [ACCOUNT_NOTICE]: several(MOST_ALIKE, accountNoticeJob(deps)),
    [FORGET_PERSON]: several(MOST_ALIKE, forgetPersonJob()),
    [INVITATION]: several(MOST_ALIKE, invitationJob(deps)),
    [MEMBER_EMAIL]: several(MOST_ALIKE, memberEmailJob(deps)),
    [HOUSEKEEPING]: housekeepingJob(deps),
    [SPEC_JOB]: several(MOST_ALIKE, readSpecJob(deps)),
    [SITE_COPIES]: several(MOST_ALIKE, copyFilesJob(deps)),
    [FOLLOW_TRANSLATION]: several(OF_SHARED, followTranslationJob(deps)),
    [TRANSLATE_SPACE]: several(OF_SHARED, translateSpaceJob(deps)),
    [REFRESH_SPECS]: refreshSpecsJob(deps),
    [DUE_SOURCES]: dueSourcesJob(deps),
    [LOOK_AT_SOURCES]: lookAtSourcesJob(deps),
    [MAKE_SOURCE]: several(OF_SHARED, makeSourceJob(deps)),
    ...(deps.purge === undefined ? {} : purgeHandlers(deps, deps.purge)),
  };
}

/** The jobs that follow the content. */
export function indexHandlers(deps: IndexDeps): Readonly<Record<string, JobHandler>> {
  return { [INDEX_SPACE]: indexSpaceJob(deps) };
}

/** Whoever is told of events, by the kind of their rows in `event_targets`. */
function eventSenders(deps: Deps): Senders {
  return {
    [WEBHOOK]: webhookSender(deps),
    [RENDERER]: rendererSender(deps),
    [INSTALLATION]: installationSender(deps),
  };
}

/** What follows from the state of the database. */
export function standingJobs({ purge }: Pick<Deps, "purge">): readonly StandingJob[] {
  return [delivering, polling, notifying, followingSources, ...(purge === undefined ? [] : [purging])];
}

/** What a server does again and again, whatever is in the database. */
export const rounds: readonly StandingJob[] = [keepingHouse, refreshing];
