/** What an integration is to make pages of, asked by its own component; then the page is there that stands for them, or is changed. */
import { Dialog, DialogDismiss, DialogHeading } from "@ariakit/react/dialog";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import type { JsonObject } from "../../../engine/json.ts";
import type { KitFields } from "../../../engine/markdown/html/contentKitFields.ts";
import type { Page } from "../../../sdk/src/index.ts";
import { space as spaceOf } from "../../api/queries.ts";
import type { OfferedSource } from "../../api/sources.ts";
import { useTyped } from "../../api/typed.ts";
import { AskToDiscard, Refusal } from "../../ui/Ask.tsx";
import { later } from "../../ui/later.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { words } from "../../words.ts";
import { structureWords } from "../../words/structure.ts";
import Component from "../contentkit/Component.tsx";
import { type ComponentOf, fieldsOf } from "../contentkit/kit.ts";

const ReadingText = later(() => import("../text/ReadingText.tsx"));

interface SourcePageProps {
  readonly space: string;
  readonly source: OfferedSource;
  readonly submitLabel: string;
  /** `computed` of the page by now, where it is there already. */
  readonly was?: Page["computed"];
  /** @throws what the server refuses */
  readonly write: (computed: JsonObject) => Promise<void>;
  readonly close: () => void;
}

export default function SourcePage({ space, source, submitLabel, was, write, close }: SourcePageProps) {
  const { integration, id } = source;
  const { of, unread } = useAsking(space, source, { submitLabel, was });
  const [error, fail] = useState<Error>();
  const [isTyped, noteTyped] = useState(false);
  const [isAsking, ask] = useState(false);
  useTyped(isTyped);
  const isUnderWay = useRef(false);
  const save = async (given: KitFields): Promise<void> => {
    // Pressed twice, it is one page.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    fail(undefined);
    const [props, dependencies] = [fieldsOf(given["props"]), fieldsOf(given["dependencies"])];
    const computed = { type: `integration:${integration}:${id}`, props, dependencies } as JsonObject;
    try {
      await write(computed);
      close();
    } catch (reason) {
      fail(reason as Error);
    } finally {
      isUnderWay.current = false;
    }
  };
  return (
    <Dialog
      className="dialog dialog-wide"
      open
      onClose={(event) => {
        if (!isTyped) return close();
        event.preventDefault();
        ask(true);
      }}
      // What somebody has filled in isn't given up by a click beside it.
      hideOnInteractOutside={false}
      backdrop={<div className="backdrop" />}
    >
      <DialogHeading className="dialog-title">{structureWords.pagesFrom(source.title)}</DialogHeading>
      <div className="dialog-form">
        {of === undefined ? (
          unread === null && <Skeleton rows={2} />
        ) : (
          <Component
            of={of}
            markdown={ReadingText}
            typed={() => noteTyped(true)}
            done={(given) => void save(given)}
          />
        )}
        {error === undefined ? null : <Refusal error={error} />}
        {unread === null ? null : <Refusal error={unread} />}
        {isAsking ? (
          <AskToDiscard discard={close} keep={() => ask(false)} />
        ) : (
          <div className="actions">
            <DialogDismiss className="button button-secondary">{words.cancel}</DialogDismiss>
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** The component that asks, once the organization of the space is known; why that can't be read. */
function useAsking(
  space: string,
  { integration, componentId }: OfferedSource,
  { submitLabel, was }: Pick<SourcePageProps, "submitLabel" | "was">,
) {
  const { data, error: unread } = useQuery({ ...spaceOf(space), throwOnError: false });
  const organization = data?.organization;
  const of = useMemo((): ComponentOf | undefined => {
    if (organization === undefined) return undefined;
    const type = "configuration_contentsource" as const;
    return {
      integration,
      componentId,
      context: { type, organizationId: organization, spaceId: space },
      props: { submitLabel, ...(was === undefined ? {} : { contentSource: was }) },
    };
  }, [integration, componentId, organization, space, submitLabel, was]);
  return { of, unread };
}
