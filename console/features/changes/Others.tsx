/** What changes besides texts: fields of pages, files, variables, tags. */
import type { ReactNode } from "react";
import type { ChangedAttributes, SemanticChange } from "../../../sdk/src/index.ts";
import { reviewWords as words } from "../../words/review.ts";
import { sizeOf } from "../../ui/size.ts";
import { mergeTexts } from "../diff/words.ts";
import { Thumbnail } from "../files/Thumbnail.tsx";
import { type ChangedThings, said } from "../../api/changedThings.ts";

interface FieldsProps {
  readonly of: ChangedAttributes;
  readonly isMoved?: boolean;
}

/** Fields with what they were and are. */
export function Fields({ of, isMoved = false }: FieldsProps) {
  const { parent, ...fields } = of;
  const names = Object.keys(fields);
  const isElsewhere = parent !== undefined && said(parent.before) !== said(parent.after);
  if (names.length === 0 && !isMoved) return null;
  return (
    <dl className="changed-fields diff">
      {isMoved ? (
        <Field title={words.fields["parent"] ?? ""}>
          {isElsewhere ? (
            <FromTo before={said(parent.before) || words.top} after={said(parent.after) || words.top} />
          ) : (
            words.movedWithin
          )}
        </Field>
      ) : null}
      {names.map((name) => (
        <Field key={name} title={words.fields[name] ?? name}>
          <FromTo before={said(fields[name]?.before)} after={said(fields[name]?.after)} />
        </Field>
      ))}
    </dl>
  );
}

function Field({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function FromTo({ before, after }: { readonly before: string; readonly after: string }) {
  const pieces = before === "" || after === "" ? [] : mergeTexts(before, after);
  // Where words stay, those that don't are told among them.
  if (pieces.some(({ text, change }) => change === undefined && text.trim() !== ""))
    return pieces.map(({ text, change }, at) => {
      const Tag = change === undefined ? "span" : change === "removed" ? "del" : "ins";
      return <Tag key={at}>{text}</Tag>;
    });
  return (
    <>
      {before === "" ? <span className="muted">{words.nothingBefore}</span> : <del>{before}</del>}
      <span aria-hidden="true"> → </span>
      {after === "" ? <span className="muted">{words.nothingBefore}</span> : <ins>{after}</ins>}
    </>
  );
}

/** Files, variables and tags. */
export function Others({ of: { files, variables, tags } }: { readonly of: ChangedThings }) {
  return (
    <>
      {files.length === 0 ? null : (
        <section className="change-part">
          <h2>{words.files}</h2>
          <ul className="list">
            {files.map((change) => (
              <FileRow key={change.file?.id} of={change} />
            ))}
          </ul>
        </section>
      )}
      <Named title={words.variables} of={variables} />
      <Named title={words.tags} of={tags} />
    </>
  );
}

/** Things that are known by their names. */
function Named({ title, of }: { readonly title: string; readonly of: ChangedAttributes }) {
  if (Object.keys(of).length === 0) return null;
  return (
    <section className="change-part">
      <h2>{title}</h2>
      <Fields of={of} />
    </section>
  );
}

const FATES = { file_created: "created", file_edited: "edited", file_deleted: "deleted" } as const;

function FileRow({ of: { type, file, attributes = {} } }: { readonly of: SemanticChange }) {
  const fate = FATES[type as keyof typeof FATES];
  if (file === undefined) return null;
  const { size } = file;
  // Its address shows what it is in the space, not what replaces that.
  const isOther = Object.keys(attributes).some((name) => name !== "name");
  const before = attributes["size"]?.before;
  const was = typeof before === "number" && before !== size ? `${sizeOf(before)} → ` : "";
  return (
    <li className="list-row">
      <a className="list-link" href={file.downloadURL} target="_blank" rel="noopener">
        <span className="fate" data-fate={fate} aria-hidden="true" />
        {isOther ? null : <Thumbnail file={file} width={64} />}
        <span className="cut">{nameOf(file.name, attributes["name"]?.before)}</span>
      </a>
      <span className="facts-line">
        <span>{words.kinds[fate]}</span>
        <span>{was + sizeOf(size)}</span>
      </span>
    </li>
  );
}

/** A name with the one before it, where it had another. */
function nameOf(name: string, before: unknown): ReactNode {
  if (typeof before !== "string" || before === name) return name;
  return (
    <>
      <del>{before}</del> → <ins>{name}</ins>
    </>
  );
}
