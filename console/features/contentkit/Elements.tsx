/** What an integration draws, as parts of the console. It comes from a stranger's program in whatever form: what isn't known is left out. */
import type { ReactNode } from "react";
import { addressIn, addressOf } from "../../../engine/markdown/html/contentKitActions.ts";
import {
  isFields,
  type KitFields,
  isField,
  listOf,
  questionOf,
  textOf,
} from "../../../engine/markdown/html/contentKitFields.ts";
import {
  controlsOf,
  filledIn,
  firstLineOf,
  growthOf,
  kitIcon,
  nameOfButton,
  oneOf,
} from "../../../engine/markdown/html/contentKitParts.ts";
import { PageIcon } from "../../ui/PageIcon.tsx";
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

const inside: ElementView = (element, depth) => all(element["children"], depth);

const all = (elements: unknown, depth: number): ReactNode =>
  listOf(elements).map((child, place) => <Element key={place} of={child} depth={depth} />);

const alignOf = ({ align }: KitFields): string | undefined => oneOf(align, "start", "center", "end");

const ELEMENTS: Readonly<Record<string, ElementView>> = {
  block: (element, depth) => (
    <div className="kit-column">
      <Buttons of={controlsOf(element)} />
      {inside(element, depth)}
    </div>
  ),
  configuration: (element, depth) => <div className="kit-column">{inside(element, depth)}</div>,
  stepper: (element, depth) => <Stepper of={element} depth={depth} />,
  step: (element, depth) => <Step of={element} depth={depth} />,
  vstack: (element, depth) => (
    <div className="kit-column" data-align={alignOf(element)}>
      {inside(element, depth)}
    </div>
  ),
  hstack: (element, depth) => (
    <div className="kit-row" data-align={alignOf(element)}>
      {inside(element, depth)}
    </div>
  ),
  box: (element, depth) => (
    <div className="kit-box" data-grow={growthOf(element)}>
      {inside(element, depth)}
    </div>
  ),
  divider: ({ size }) => <hr data-size={oneOf(size, "small", "large")} />,
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
  markdown: (element) => <Markdown of={element["content"]} />,
  codeblock: (element, depth) => <CodeOf of={element} depth={depth} />,
  image: (element) => <PictureOf source={element["source"]} />,
  input: (element, depth) => <Labelled of={element} depth={depth} />,
  button: (element) => (
    <p>
      <KitButton of={element} />
    </p>
  ),
  card: (element, depth) => <KitCard of={element} depth={depth} />,
  modal: (element, depth) => <Modal of={element} depth={depth} />,
  webframe: (element) => <FrameOf of={element} />,
};

function Markdown({ of }: { readonly of: unknown }) {
  const { markdown: View, state } = useKit();
  return <View text={textOf(filledIn(of, state))} />;
}

/** Code with what stands above and below it; where its state has a name, it is written in. */
function CodeOf({ of, depth }: PartProps) {
  const { markdown: View, state } = useKit();
  const { content, header, footer, buttons } = of;
  const text = textOf(filledIn(content, state));
  const hasMore = [header, footer, buttons].some((part) => listOf(part).length > 0);
  const code =
    typeof of["state"] === "string" ? (
      <KitField of={{ ...of, type: "textinput", multiline: true, initialValue: text }} />
    ) : (
      <View text={text} code={{ lang: textOf(of["syntax"]), first: firstLineOf(of) }} />
    );
  if (!hasMore) return code;
  return (
    <div className="kit-column">
      {all(header, depth)}
      <Buttons of={listOf(buttons)} />
      {code}
      {all(footer, depth)}
    </div>
  );
}

function FrameOf({ of }: Pick<PartProps, "of">) {
  const { state } = useKit();
  const address = shownAddress(filledIn(of["source"], state));
  if (address === undefined) return null;
  return (
    <>
      <Buttons of={listOf(of["buttons"])} />
      <WebFrame of={of} address={address} key={address} />
    </>
  );
}

/** What is pressed, above what it is for. */
function Buttons({ of }: { readonly of: readonly unknown[] }) {
  const buttons = of.filter(isFields);
  if (buttons.length === 0) return null;
  return (
    <div className="kit-row kit-controls">
      {buttons.map((button, place) => (
        <KitButton key={place} of={button} />
      ))}
    </div>
  );
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
  const { isBusy, canWrite = false, act } = useKit();
  const { onPress, style } = of;
  const name = nameOfButton(of);
  const label = textOf(of["label"]);
  const icons = [of["icon"], of["trailingIcon"]].map(kitIcon);
  const to = addressOf(onPress);
  if (name === "") return null;
  const tooltip = textOf(of["tooltip"]) || undefined;
  const look = style === "primary" ? "button" : "button button-secondary";
  const common = {
    className: style === "danger" ? `${look} kit-danger` : look,
    title: tooltip === label ? undefined : tooltip,
    "aria-label": label === "" ? name : undefined,
  };
  const [first, last] = icons.map((icon) =>
    icon === undefined ? null : <PageIcon icon={icon} otherwise="more" />,
  );
  const words = label === "" && icons.every((icon) => icon === undefined) ? name : label;
  if (to !== undefined)
    return (
      <a {...common} href={to} target="_blank" rel="noopener noreferrer">
        {first}
        {words}
        {last}
      </a>
    );
  if (!isFields(onPress) || (onPress["action"] === "@editor.node.updateProps" && !canWrite)) return null;
  const press = (): void => {
    const question = questionOf(of["confirm"]);
    if (question === undefined || confirm(question)) act(onPress);
  };
  return (
    <button {...common} type="button" disabled={isBusy || of["disabled"] === true} onClick={press}>
      {first}
      {words}
      {last}
    </button>
  );
}

function KitCard({ of, depth }: PartProps) {
  const { icon, hint, onPress, buttons } = of;
  const title = textOf(of["title"]);
  const drawing = kitIcon(icon);
  return (
    <div className="kit-card">
      {isFields(icon) ? <PictureOf source={icon["source"]} /> : null}
      {drawing === undefined ? null : <PageIcon icon={drawing} otherwise="more" />}
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
    <div className="kit-column" data-kit-size={oneOf(of["size"], "xlarge", "fullscreen")}>
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

function Step({ of, depth }: PartProps) {
  const title = textOf(of["title"]);
  return (
    <>
      {title === "" ? null : <p className="kit-title">{title}</p>}
      {inside(of, depth)}
    </>
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
  const { step: stepAt, back, next, done } = integrationWords.steps;
  return (
    <div className="kit-column">
      <p className="kit-hint">{stepAt(at + 1, steps.length)}</p>
      <Step of={step} depth={depth} />
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
  const { state } = useKit();
  if (typeof of === "string") return of;
  if (!isFields(of)) return null;
  if (of["type"] === "image") return <PictureOf source={of["source"]} />;
  const parts = <Inlines of={of["children"]} />;
  const to = of["type"] === "link" ? addressIn(filledIn(of["target"], state)) : undefined;
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
