/** The tags of the page that is written, and which of them stands in the table of contents. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { ContentPlace } from "../../api/content.ts";
import { tagsOf } from "../../api/parts.ts";
import { addressOf } from "../../routes.ts";
import { ChoiceField } from "../../ui/Field.tsx";
import { tagWords } from "../../words/tags.ts";
import { TagButton, TagMark } from "../tags/TagMark.tsx";
import type { EditedFields } from "./fields.ts";
import type { PageSaving } from "./saving.ts";
import type { SavingView } from "./savingView.ts";

interface PageTagsProps {
  readonly saving: PageSaving;
  readonly view: SavingView;
  readonly place: ContentPlace;
}

export function PageTags({ saving, view, place: { space, number } }: PageTagsProps) {
  const { data: known = {} } = useQuery(tagsOf(space, number));
  const { tags } = view.fields;
  const set = (next: EditedFields["tags"]): void => saving.setField("tags", next);
  const names = new Set(tags.map(({ tag }) => tag.tag));
  const others = Object.entries(known).filter(([name]) => !names.has(name));
  return (
    <div className="page-tags">
      <ul className="chips" aria-label={tagWords.pageTags}>
        {tags.map(({ tag: { tag: name }, primary }, index) => (
          <li key={name}>
            <TagMark tag={known[name] ?? { label: name }}>
              <TagButton
                icon="sidebar"
                label={tagWords.primary(known[name]?.label ?? name)}
                isOn={primary === true}
                act={() => set(tags.with(index, tagged(name, primary !== true)))}
              />
              <TagButton
                icon="close"
                label={tagWords.removeFrom(known[name]?.label ?? name)}
                act={() => set(tags.toSpliced(index, 1))}
              />
            </TagMark>
            {name in known ? null : <span className="help">{tagWords.unknown}</span>}
          </li>
        ))}
      </ul>
      <ChoiceField
        label={tagWords.pageTags}
        help={
          <>
            {tagWords.addHelp}{" "}
            <Link className="link" href={addressOf("tags", { space })}>
              {tagWords.allTags}
            </Link>
          </>
        }
        error={view.faults.tags}
        value=""
        choices={[["", tagWords.add], ...others.map(([name, { label }]) => [name, label] as const)]}
        set={(name) => (name === "" ? undefined : set([...tags, tagged(name, false)]))}
      />
    </div>
  );
}

function tagged(name: string, primary: boolean): EditedFields["tags"][number] {
  return { tag: { kind: "tag", tag: name }, ...(primary ? { primary } : {}) };
}
