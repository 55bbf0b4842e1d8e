/** What an integration is to make pages of, asked by its own component; then the page is there that they stand for. */
import { Dialog, DialogDismiss, DialogHeading } from "@ariakit/react/dialog";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { isFields, type KitFields } from "../../../engine/markdown/html/contentKitFields.ts";
import { space as spaceOf } from "../../api/queries.ts";
import type { OfferedSource } from "../../api/sources.ts";
import { Refusal } from "../../ui/Ask.tsx";
import { later } from "../../ui/later.tsx";
import { words } from "../../words.ts";
import { sourceWords } from "../../words/sources.ts";
import Component from "../contentkit/Component.tsx";
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
  const organization = useQuery(spaceOf(space)).data?.organization;
  const [error, fail] = useState<Error>();
  const isUnderWay = useRef(false);
  const of = useMemo(() => {
    if (organization === undefined) return undefined;
    const type = "configuration_contentsource" as const;
    return {
      integration,
      componentId: source.componentId,
      context: { type, organizationId: organization, spaceId: space },
      props: { submitLabel: sourceWords.insert },
    };
  }, [integration, source.componentId, organization, space]);
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
      onClose={close}
      // What somebody has filled in isn't given up by a click beside it.
      hideOnInteractOutside={false}
      backdrop={<div className="backdrop" />}
    >
      <DialogHeading className="dialog-title">{sourceWords.pagesFrom(source.title)}</DialogHeading>
      <div className="dialog-form">
        {of === undefined ? null : (
          <Component of={of} markdown={ReadingText} done={(given) => void insert(given)} />
        )}
        {error === undefined ? null : <Refusal error={error} />}
        <div className="actions">
          <DialogDismiss className="button button-secondary">{words.cancel}</DialogDismiss>
        </div>
      </div>
    </Dialog>
  );
}

const fieldsOf = (value: unknown): KitFields => (isFields(value) ? value : {});
