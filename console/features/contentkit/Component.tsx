/** A component of an integration, drawn as the console draws things, and asked again as somebody uses it. */
import { Dialog, DialogDismiss, DialogHeading } from "@ariakit/react/dialog";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { isFields, type KitFields, textOf } from "../../../engine/markdown/html/contentKitFields.ts";
import { filledIn } from "../../../engine/markdown/html/contentKitParts.ts";
import { renderIntegrationUiWithPost } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { Refusal } from "../../ui/Ask.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { words } from "../../words.ts";
import { integrationWords } from "../../words/integrations.ts";
import { Element } from "./Elements.tsx";
import {
  type ComponentOf,
  type ComponentDrawing,
  drawingFrom,
  fieldsOf,
  KitContext,
  type KitTalk,
} from "./kit.ts";

/** Milliseconds for which the same is drawn without being asked for again. */
const SAME_MS = 60_000;

interface ComponentProps {
  readonly of: ComponentOf;
  /** What stands there until it is drawn, and where nothing is; unless said, that it is being read. */
  readonly instead?: ReactNode;
  /** The component is done, and gives this. */
  readonly done?: (given: KitFields) => void;
  /** Has the page say something else of the block; without it, that is left out. */
  readonly write?: (props: KitFields) => void;
  /** Hears that somebody fills in one of its fields. */
  readonly typed?: () => void;
  /** Hears what the component drew. */
  readonly seen?: (element: unknown) => void;
  readonly markdown: KitTalk["markdown"];
}

type ComponentWish = Pick<ComponentOf, "props"> & { readonly state?: KitFields; readonly action?: KitFields };

function ask({ integration, componentId, context }: ComponentOf, asked: ComponentWish): Promise<KitFields> {
  return renderIntegrationUiWithPost(client, integration, { componentId, context, ...asked });
}

export default function Component(props: ComponentProps): ReactNode {
  const { of } = props;
  const { data, error } = useQuery({
    queryKey: ["contentkit", of.integration, of.componentId, of.props, of.context],
    staleTime: SAME_MS,
    retry: false,
    throwOnError: false,
    queryFn: () => ask(of, { props: of.props }),
  });
  const { instead = error === null ? <Skeleton rows={2} /> : null } = props;
  if (data === undefined)
    return (
      <>
        {instead}
        {error === null ? null : <p className="kit-hint">{integrationWords.notDrawn(error.message)}</p>}
      </>
    );
  // Another drawing begins anew: what its fields hold is in what was drawn.
  return <Drawn {...props} first={data} key={JSON.stringify([of.componentId, of.props])} />;
}

interface DrawnProps extends ComponentProps {
  readonly first: KitFields;
}

function Drawn(props: DrawnProps): ReactNode {
  const { of, first, instead, done, write, typed, seen, markdown } = props;
  const [drawing, draw] = useState<ComponentDrawing>(() => drawingFrom(first, of.props, {}));
  const { element: drawn } = drawing;
  useEffect(() => seen?.(drawn), [seen, drawn]);
  const [opened, open] = useState<ComponentOf>();
  const [error, fail] = useState<Error>();
  const [isBusy, work] = useState(false);
  // What somebody writes while the integration is asked is there when its answer comes.
  const held = useRef(drawing.state);
  held.current = drawing.state;
  const tell = async (action: KitFields, state: KitFields): Promise<void> => {
    work(true);
    fail(undefined);
    try {
      const output = await ask(of, { props: drawing.props, state, action });
      if (output["type"] === "complete") done?.(fieldsOf(output["returnValue"]));
      else draw(drawingFrom(output, drawing.props, held.current));
    } catch (reason) {
      fail(reason as Error);
    } finally {
      work(false);
    }
  };
  const talk: KitTalk = {
    markdown,
    isWithin: true,
    canWrite: write !== undefined,
    from: of,
    state: drawing.state,
    isBusy,
    set: (name, value) => {
      typed?.();
      draw((now) => ({ ...now, state: { ...now.state, [name]: value } }));
    },
    act: (action, state = held.current) => {
      const filled = fieldsOf(filledIn(action, state));
      const name = textOf(filled["action"]);
      if (name === "@ui.modal.open") open(openedBy(of, filled));
      else if (name === "@ui.modal.close") done?.(fieldsOf(filled["returnValue"]));
      else if (name === "@editor.node.updateProps") write?.(fieldsOf(filled["props"]));
      else if (name !== "") void tell(filled, state);
    },
  };
  return (
    <KitContext value={talk}>
      <div className="kit-column" aria-busy={isBusy}>
        {isFields(drawing.element) ? <Element of={drawing.element} depth={0} /> : instead}
        {error === undefined ? null : <Refusal error={error} />}
      </div>
      {opened === undefined ? null : (
        <Opened
          of={opened}
          markdown={markdown}
          close={(returnValue) => {
            open(undefined);
            if (returnValue !== undefined)
              void tell({ action: "@ui.modal.close", returnValue }, held.current);
          }}
          done={(returnValue) => {
            open(undefined);
            void tell({ action: "@ui.modal.close", returnValue }, held.current);
          }}
        />
      )}
    </KitContext>
  );
}

const openedBy = (of: ComponentOf, action: KitFields): ComponentOf => ({
  ...of,
  componentId: textOf(action["componentId"]),
  props: fieldsOf(action["props"]),
});

interface OpenedProps extends Pick<ComponentProps, "markdown"> {
  readonly of: ComponentOf;
  readonly done: (given: KitFields) => void;
  /** Somebody leaves it. @param returnValue what it gives even so */
  readonly close: (returnValue: KitFields | undefined) => void;
}

/** Another component in a dialog: what it gives goes to the one that opened it. */
function Opened({ of, markdown, done, close }: OpenedProps) {
  const returnValue = useRef<KitFields>(undefined);
  const seen = useCallback((element: unknown) => {
    const given = isFields(element) ? element["returnValue"] : undefined;
    returnValue.current = isFields(given) ? given : undefined;
  }, []);
  return (
    <Dialog
      className="dialog dialog-wide"
      open
      onClose={() => close(returnValue.current)}
      backdrop={<div className="backdrop" />}
    >
      <DialogHeading className="visually-hidden">{integrationWords.dialogOf(of.integration)}</DialogHeading>
      <div className="dialog-form">
        <Component of={of} markdown={markdown} done={done} seen={seen} />
        <div className="actions">
          <DialogDismiss className="button button-secondary">{words.close}</DialogDismiss>
        </div>
      </div>
    </Dialog>
  );
}
