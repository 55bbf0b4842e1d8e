/** What an integration draws, as parts of the console. It comes from a stranger's program in whatever form: what isn't known is left out. */
import type { ReactNode } from "react";
import { addressIn, addressOf } from "../../../engine/markdown/html/contentKitActions.ts";
import {
  isFields,
  type KitFields,
  isField,
  listOf,
  textOf,
} from "../../../engine/markdown/html/contentKitFields.ts";
import { integrationWords } from "../../words/integrations.ts";
import { KitField } from "./KitField.tsx";
import { KitPicture, shownAddress, WebFrame } from "./KitFrame.tsx";
import { useKit } from "./kit.ts";

/** Elements within each other. */
const DEEPEST = 12;

interface ElementProps {
  readonly of: unknown;
  readonly depth: number;
}

type ElementView = (element: KitFields, depth: number) => ReactNode;

export function Element({ of, depth }: ElementProps): ReactNode {
  if (!isFields(of) || depth > DEEPEST) return null;
  const type = textOf(of["type"]);
  if (isField(type)) return <KitField of={of} />;
  return Object.hasOwn(ELEMENTS, type) ? ELEMENTS[type]?.(of, depth + 1) : null;
}

const inside: ElementView = (element, depth) =>
  listOf(element["children"]).map((child, place) => <Element key={place} of={child} depth={depth} />);

const ELEMENTS: Readonly<Record<string, ElementView>> = {
  block: (element, depth) => <div className="kit-column">{inside(element, depth)}</div>,
  configuration: (element, depth) => <div className="kit-column">{inside(element, depth)}</div>,
  stepper: (element, depth) => <Stepper of={element} depth={depth} />,
  vstack: (element, depth) => <div className="kit-column">{inside(element, depth)}</div>,
  hstack: (element, depth) => <div className="kit-row">{inside(element, depth)}</div>,
  box: (element, depth) => <div className="kit-box">{inside(element, depth)}</div>,
  divider: () => <hr />,
  text: (element) => (
    <p>
      <Inline of={element} />
    </p>
  ),
  link: (element) => (
    <p>
      <Inline of={element} />
    </p>
  ),
  hint: (element) => (
    <p className="kit-hint">
      <Inlines of={element["children"]} />
    </p>
  ),
  markdown: (element) => <Markdown text={textOf(element["content"])} />,
  codeblock: (element) =>
    typeof element["state"] === "string" ? (
      <KitField of={{ ...element, type: "textinput", multiline: true, initialValue: element["content"] }} />
    ) : (
      <figure className="code code-plain">
        <pre className="code-body" tabIndex={0}>
          <code>{textOf(element["content"])}</code>
        </pre>
      </figure>
    ),
  image: (element) => <PictureOf source={element["source"]} />,
  input: (element, depth) => <Labelled of={element} depth={depth} />,
  button: (element) => (
    <p>
      <KitButton of={element} />
    </p>
  ),
  card: (element, depth) => <KitCard of={element} depth={depth} />,
  modal: (element, depth) => <Modal of={element} depth={depth} />,
  webframe: (element) => {
    const address = shownAddress(element["source"]);
    return address === undefined ? null : <WebFrame of={element} address={address} key={address} />;
  },
};

function Markdown({ text }: { readonly text: string }) {
  const { markdown: View } = useKit();
  return <View text={text} />;
}

function PictureOf({ source }: { readonly source: unknown }) {
  const address = shownAddress(source);
  return address === undefined ? null : <KitPicture address={address} key={address} />;
}

interface PartProps extends ElementProps {
  readonly of: KitFields;
}

/** A field with its label. */
function Labelled({ of, depth }: PartProps) {
  const { element, label, hint } = of;
  // One that is asked for its choices has several controls: each says what it is.
  const isAsked = isFields(element) && isFields(element["options"]);
  const Tag = isFields(element) && element["type"] !== "button" && !isAsked ? "label" : "div";
  return (
    <Tag className="kit-field">
      <span>{textOf(label)}</span>
      <Element of={isAsked ? { ...element, label } : element} depth={depth} />
      {hint === undefined ? null : (
        <span className="kit-hint">
          <Inlines of={hint} />
        </span>
      )}
    </Tag>
  );
}

function KitButton({ of }: { readonly of: KitFields }) {
  const { isBusy, act } = useKit();
  const label = textOf(of["label"]) || textOf(of["tooltip"]);
  const { onPress, confirm: asked } = of;
  const look = of["style"] === "primary" ? "button" : "button button-secondary";
  const to = addressOf(onPress);
  if (label === "") return null;
  if (to !== undefined)
    return (
      <a className={look} href={to} target="_blank" rel="noopener noreferrer">
        {label}
      </a>
    );
  if (!isFields(onPress)) return null;
  const press = (): void => {
    const question = isFields(asked) ? `${textOf(asked["title"])}\n\n${textOf(asked["text"])}` : undefined;
    if (question === undefined || confirm(question)) act(onPress);
  };
  return (
    <button type="button" className={look} disabled={isBusy || of["disabled"] === true} onClick={press}>
      {label}
    </button>
  );
}

function KitCard({ of, depth }: PartProps) {
  const { icon, hint, onPress, buttons } = of;
  const title = textOf(of["title"]);
  return (
    <div className="kit-card">
      {isFields(icon) ? <PictureOf source={icon["source"]} /> : null}
      <div className="kit-column">
        {title === "" ? null : isFields(onPress) ? (
          <p>
            <KitButton of={{ label: title, onPress }} />
          </p>
        ) : (
          <p>
            <strong>{title}</strong>
          </p>
        )}
        {hint === undefined ? null : (
          <p className="kit-hint">
            <Inlines of={hint} />
          </p>
        )}
        {inside(of, depth)}
        {listOf(buttons).length === 0 ? null : (
          <div className="kit-row">
            {listOf(buttons).map((button, place) => (
              <Element key={place} of={button} depth={depth} />
            ))}
          </div>
        )}
      </div>
    </div>
  );
}

function Modal({ of, depth }: PartProps) {
  const title = textOf(of["title"]);
  return (
    <div className="kit-column">
      {title === "" ? null : <p className="kit-title">{title}</p>}
      {of["subtitle"] === undefined ? null : (
        <p className="kit-hint">
          <Inlines of={of["subtitle"]} />
        </p>
      )}
      {inside(of, depth)}
      {isFields(of["submit"]) ? <Element of={{ ...of["submit"], type: "button" }} depth={depth} /> : null}
    </div>
  );
}

/** The step that is open, and what leads to those beside it. The integration is told which step is meant. */
function Stepper({ of, depth }: PartProps) {
  const { onStepChange, onComplete } = of;
  const steps = listOf(of["children"]).filter(isFields);
  const at = Math.max(
    0,
    steps.findIndex(({ id }) => id === of["activeStep"]),
  );
  const [before, step, after] = [steps[at - 1], steps[at], steps[at + 1]];
  if (step === undefined) return null;
  const change = (to: KitFields) =>
    isFields(onStepChange) ? { step: textOf(to["id"]), ...onStepChange } : undefined;
  const title = textOf(step["title"]);
  const { step: stepAt, back, next, done } = integrationWords.steps;
  return (
    <div className="kit-column">
      <p className="kit-hint">{stepAt(at + 1, steps.length)}</p>
      {title === "" ? null : <p className="kit-title">{title}</p>}
      {inside(step, depth)}
      <div className="kit-row">
        {before === undefined ? null : <KitButton of={{ label: back, onPress: change(before) }} />}
        {after === undefined ? (
          <KitButton of={{ label: done, style: "primary", onPress: onComplete }} />
        ) : (
          <KitButton
            of={{ label: next, style: "primary", onPress: change(after), disabled: step["next"] !== true }}
          />
        )}
      </div>
    </div>
  );
}

const STYLES: Readonly<Record<string, "strong" | "em" | "code" | "s">> = {
  bold: "strong",
  italic: "em",
  code: "code",
  strikethrough: "s",
};

/** A text, or a link within one. */
function Inline({ of }: { readonly of: unknown }): ReactNode {
  if (typeof of === "string") return of;
  if (!isFields(of)) return null;
  const parts = <Inlines of={of["children"]} />;
  const to = of["type"] === "link" ? addressIn(of["target"]) : undefined;
  if (to !== undefined)
    return (
      <a className="link" href={to} target="_blank" rel="noopener noreferrer">
        {parts}
      </a>
    );
  const style = textOf(of["style"]);
  const Tag = Object.hasOwn(STYLES, style) ? STYLES[style] : undefined;
  return Tag === undefined ? parts : <Tag>{parts}</Tag>;
}

function Inlines({ of }: { readonly of: unknown }): ReactNode {
  const all = Array.isArray(of) ? listOf(of) : [of];
  return all.map((one, place) => <Inline key={place} of={one} />);
}
