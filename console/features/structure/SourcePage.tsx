/** What an integration is to make pages of, asked by its own component; then the page is there that they stand for. */
import { Dialog, DialogDismiss, DialogHeading } from "@ariakit/react/dialog";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import type { KitFields } from "../../../engine/markdown/html/contentKitFields.ts";
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
import type { TreeChanges } from "./useStructure.ts";

const ReadingText = later(() => import("../text/ReadingText.tsx"));

interface SourcePageProps {
  readonly space: string;
  readonly source: OfferedSource;
  readonly title: string;
  readonly into: string | null;
  readonly structure: TreeChanges;
  readonly close: () => void;
}

export default function SourcePage({ space, source, title, into, structure, close }: SourcePageProps) {
  const { integration, id } = source;
  const { of, unread } = useAsking(space, source);
  const [error, fail] = useState<Error>();
  const [isTyped, noteTyped] = useState(false);
  const [isAsking, ask] = useState(false);
  useTyped(isTyped);
  const isUnderWay = useRef(false);
  const insert = async (given: KitFields): Promise<void> => {
    // Pressed twice, it is one page.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    fail(undefined);
    const [props, dependencies] = [fieldsOf(given["props"]), fieldsOf(given["dependencies"])];
    const computed = { type: `integration:${integration}:${id}`, props, dependencies };
    try {
      await structure.add({ type: "computed", title, computed, ...(into === null ? {} : { into }) });
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
            done={(given) => void insert(given)}
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
function useAsking(space: string, { integration, componentId }: OfferedSource) {
  const { data, error: unread } = useQuery({ ...spaceOf(space), throwOnError: false });
  const organization = data?.organization;
  const of = useMemo((): ComponentOf | undefined => {
    if (organization === undefined) return undefined;
    const type = "configuration_contentsource" as const;
    return {
      integration,
      componentId,
      context: { type, organizationId: organization, spaceId: space },
      props: { submitLabel: structureWords.insertSource },
    };
  }, [integration, componentId, organization, space]);
  return { of, unread };
}
