/** How visitors of a site sign in: where they are sent, and the key that their tokens are signed with. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  getSitePublishingAuthById,
  regenerateSitePublishingAuthById,
  type SitePublishingAuth,
  updateSitePublishingAuthById,
} from "../../../sdk/src/index.ts";
import { useNeeded } from "../../api/needed.ts";
import { client } from "../../api/client.ts";
import { useDraft } from "../../api/draft.ts";
import { Ask } from "../../ui/Ask.tsx";
import { Card } from "../../ui/Card.tsx";
import { TextField } from "../../ui/Field.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { Secret } from "../../ui/Secret.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { say } from "../../ui/toasts.ts";
import { audienceWords } from "../../words/audience.ts";

/** Ids. */
interface SiteIds {
  readonly organization: string;
  readonly site: string;
}

export function VisitorSignIn({ organization, site }: SiteIds) {
  const key = ["organization", organization, "site", site, "visitor auth"];
  const { data } = useNeeded({
    queryKey: key,
    structuralSharing: false,
    queryFn: () => getSitePublishingAuthById(client, organization, site),
  });
  return data === undefined ? (
    <Skeleton rows={3} />
  ) : (
    <SignIn organization={organization} site={site} auth={data} queryKey={key} />
  );
}

interface SignInProps extends SiteIds {
  readonly auth: SitePublishingAuth;
  readonly queryKey: readonly string[];
}

function SignIn({ organization, site, auth, queryKey }: SignInProps) {
  const cache = useQueryClient();
  const [isAsking, ask] = useState(false);
  const draft = useDraft({
    id: `visitor auth ${site}`,
    thing: auth,
    fields: ({ fallbackURL = "" }: SitePublishingAuth) => ({ fallbackURL: fallbackURL as string }),
    write: ({ fallbackURL = "" }, options) =>
      updateSitePublishingAuthById(
        client,
        organization,
        site,
        { fallbackURL: fallbackURL.trim() === "" ? null : fallbackURL.trim() },
        options,
      ),
    read: () => getSitePublishingAuthById(client, organization, site),
    saved: (now) => cache.setQueryData(queryKey, now),
  });
  return (
    <>
      <Card
        title={audienceWords.signIn}
        text={audienceWords.signInText}
        draft={draft}
        saved={audienceWords.savedSignIn}
        names={{ fallbackURL: audienceWords.login }}
        about={{ organization, target: site }}
      >
        <TextField
          type="url"
          label={audienceWords.login}
          help={audienceWords.loginHelp}
          error={faultsOf(draft.error, ["fallbackURL"]).of("fallbackURL")}
          value={draft.values.fallbackURL}
          set={(fallbackURL) => draft.set({ fallbackURL })}
        />
      </Card>
      <section className="settings-card">
        <h2>{audienceWords.key}</h2>
        <p className="card-text">{audienceWords.keyText}</p>
        <Secret label={audienceWords.key} value={auth.privateKey} />
        <div className="card-acts">
          <button type="button" className="button button-secondary" onClick={() => ask(true)}>
            {audienceWords.replaceKey}
          </button>
        </div>
      </section>
      <Ask
        isOpen={isAsking}
        close={() => ask(false)}
        title={audienceWords.replaceKeyTitle}
        verb={audienceWords.replaceKey}
        act={async () => {
          cache.setQueryData(queryKey, await regenerateSitePublishingAuthById(client, organization, site));
          say({ text: audienceWords.replacedKey });
        }}
      >
        <p>{audienceWords.replaceKeyText}</p>
      </Ask>
    </>
  );
}
