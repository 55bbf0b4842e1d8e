/** Links of the header and of the footer, in their order. */
import type { ReactNode } from "react";
import type {
  ContentRef,
  CustomizationContentLink,
  CustomizationFooterGroup,
  CustomizationHeaderItem,
} from "../../../sdk/src/index.ts";
import { Check, ChoiceField, TextField } from "../../ui/Field.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { RowMenu } from "../../ui/RowMenu.tsx";
import { lookWords } from "../../words/look.ts";

interface ListProps<Item> {
  readonly items: readonly Item[];
  readonly set: (items: readonly Item[]) => void;
  readonly nameOf: (item: Item, place: number) => string;
  readonly row: (item: Item, put: (item: Item) => void, place: number) => ReactNode;
  readonly add: string;
  readonly fresh: Item;
}

/** Things in an order, which is changed by menu. */
function OrderedList<Item>({ items, set, nameOf, row, add, fresh }: ListProps<Item>) {
  const move = (from: number, to: number): void => {
    const item = items[from];
    if (item !== undefined) set(items.toSpliced(from, 1).toSpliced(to, 0, item));
  };
  return (
    <>
      {items.length === 0 ? null : (
        <ol className="ordered">
          {items.map((item, place) => (
            // Nothing but its place tells one from another.
            <li key={place}>
              <div className="ordered-head">
                <strong>{nameOf(item, place)}</strong>
                <RowMenu
                  name={nameOf(item, place)}
                  items={[
                    place > 0 && { title: lookWords.up, act: () => move(place, place - 1) },
                    place < items.length - 1 && {
                      title: lookWords.down,
                      act: () => move(place, place + 1),
                    },
                    { title: lookWords.remove, act: () => set(items.toSpliced(place, 1)) },
                  ]}
                />
              </div>
              {row(item, (next) => set(items.with(place, next)), place)}
            </li>
          ))}
        </ol>
      )}
      <button
        type="button"
        className="button button-secondary ordered-add"
        onClick={() => set([...items, fresh])}
      >
        <Icon name="plus" />
        {add}
      </button>
    </>
  );
}

/** Spaces of the site, to which links can lead. */
export type LinkedSpaces = readonly (readonly [id: string, title: string])[];

interface TargetProps {
  readonly to: ContentRef | null;
  readonly set: (to: ContentRef | null) => void;
  readonly spaces: LinkedSpaces;
  readonly mayBeNothing: boolean;
  readonly error: string | undefined;
}

/** Where a link leads: an address, a space, nowhere, or what it leads to now. */
function Target({ to, set, spaces, mayBeNothing, error }: TargetProps) {
  const kind = to === null ? "nothing" : to.kind === "url" ? "url" : to.kind === "space" ? to.space : "other";
  const isKnown = spaces.some(([id]) => id === kind);
  const choices = [
    ["url", lookWords.toAddress] as const,
    ...(mayBeNothing ? [["nothing", lookWords.toNothing] as const] : []),
    ...spaces,
    ...(to !== null && to.kind !== "url" && !isKnown ? [[kind, lookWords.toOther(to.kind)] as const] : []),
  ];
  return (
    <>
      <ChoiceField
        label={lookWords.leadsTo}
        error={to?.kind === "url" ? undefined : error}
        value={kind}
        set={(next) => {
          if (next === kind) return;
          if (next === "nothing") set(null);
          else set(next === "url" ? { kind: "url", url: "https://" } : { kind: "space", space: next });
        }}
        choices={choices}
      />
      {to?.kind === "url" ? (
        <TextField
          type="url"
          label={lookWords.linkAddress}
          error={error}
          value={to.url}
          set={(url) => set({ kind: "url", url })}
        />
      ) : null}
    </>
  );
}

const FRESH: CustomizationContentLink = { title: "", to: { kind: "url", url: "https://" } };

interface LinksProps {
  readonly items: readonly CustomizationContentLink[];
  readonly set: (items: readonly CustomizationContentLink[]) => void;
  readonly spaces: LinkedSpaces;
  readonly fault: (within: string) => string | undefined;
  readonly add: string;
  readonly placeName: (place: number) => string;
}

function Links({ items, set, spaces, fault, add, placeName }: LinksProps) {
  return (
    <OrderedList
      items={items}
      set={set}
      nameOf={({ title }, place) => title || placeName(place + 1)}
      add={add}
      fresh={FRESH}
      row={(item, put, place) => (
        <>
          <TextField
            label={lookWords.linkTitle}
            error={fault(`${place}/title`)}
            value={item.title}
            set={(title) => put({ ...item, title })}
          />
          <Target
            to={item.to}
            set={(to) => put({ ...item, to: to ?? FRESH.to })}
            spaces={spaces}
            mayBeNothing={false}
            error={fault(`${place}/to`)}
          />
        </>
      )}
    />
  );
}

interface HeaderLinksProps {
  readonly items: readonly CustomizationHeaderItem[];
  readonly set: (items: readonly CustomizationHeaderItem[]) => void;
  readonly spaces: LinkedSpaces;
  readonly fault: (within: string) => string | undefined;
}

type LinkStyle = keyof typeof lookWords.linkStyles;

export function HeaderLinks({ items, set, spaces, fault }: HeaderLinksProps) {
  return (
    <OrderedList
      items={items}
      set={set}
      nameOf={({ title }, place) => title || lookWords.link(place + 1)}
      add={lookWords.addLink}
      fresh={{ ...FRESH, style: "link", links: [] } as CustomizationHeaderItem}
      row={(item, put, place) => (
        <>
          <TextField
            label={lookWords.linkTitle}
            error={fault(`${place}/title`)}
            value={item.title}
            set={(title) => put({ ...item, title })}
          />
          <Target
            to={item.to}
            set={(to) => put({ ...item, to })}
            spaces={spaces}
            mayBeNothing
            error={fault(`${place}/to`)}
          />
          <ChoiceField
            label={lookWords.linkStyle}
            value={item.style ?? "link"}
            set={(style) => put({ ...item, style })}
            choices={Object.entries(lookWords.linkStyles) as [LinkStyle, string][]}
          />
          <TextField
            label={lookWords.linkCondition}
            help={lookWords.linkConditionHelp}
            error={fault(`${place}/condition`)}
            value={item.condition ?? ""}
            set={(text) => {
              const { condition: _, ...rest } = item;
              put(text === "" ? rest : { ...rest, condition: text });
            }}
          />
          <Links
            items={item.links}
            set={(links) => put({ ...item, links })}
            spaces={spaces}
            fault={(within) => fault(`${place}/links/${within}`)}
            add={lookWords.addToMenu}
            placeName={lookWords.inMenu}
          />
        </>
      )}
    />
  );
}

interface FooterColumnsProps {
  readonly groups: readonly CustomizationFooterGroup[];
  readonly set: (groups: readonly CustomizationFooterGroup[]) => void;
  readonly spaces: LinkedSpaces;
  readonly fault: (within: string) => string | undefined;
}

export function FooterColumns({ groups, set, spaces, fault }: FooterColumnsProps) {
  return (
    <OrderedList
      items={groups}
      set={set}
      nameOf={({ title }, place) => title || lookWords.column(place + 1)}
      add={lookWords.addColumn}
      fresh={{ title: "", links: [] }}
      row={(group, put, place) => (
        <>
          <TextField
            label={lookWords.linkTitle}
            error={fault(`${place}/title`)}
            value={group.title}
            set={(title) => put({ ...group, title })}
          />
          <Links
            items={group.links}
            set={(links) => put({ ...group, links })}
            spaces={spaces}
            fault={(within) => fault(`${place}/links/${within}`)}
            add={lookWords.addLink}
            placeName={lookWords.link}
          />
        </>
      )}
    />
  );
}

interface OneLinkProps {
  readonly link: CustomizationContentLink | undefined;
  readonly set: (link: CustomizationContentLink | undefined) => void;
  readonly spaces: LinkedSpaces;
  readonly fault: (within: string) => string | undefined;
}

/** A link that may be there. */
export function OneLink({ link, set, spaces, fault }: OneLinkProps) {
  return (
    <>
      <Check
        label={lookWords.announcementLink}
        value={link !== undefined}
        set={(isThere) => set(isThere ? FRESH : undefined)}
      />
      {link === undefined ? null : (
        <>
          <TextField
            label={lookWords.linkTitle}
            error={fault("title")}
            value={link.title}
            set={(title) => set({ ...link, title })}
          />
          <Target
            to={link.to}
            set={(to) => set({ ...link, to: to ?? FRESH.to })}
            spaces={spaces}
            mayBeNothing={false}
            error={fault("to")}
          />
        </>
      )}
    </>
  );
}
