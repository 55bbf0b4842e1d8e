/** What is put on a site: a space, in a section of its own or beside others, and groups of sections. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  addSectionGroupToSite,
  addSectionToSite,
  addSpaceToSite,
  type SiteSection,
  type SiteStructure,
  type Space,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { spacesOf } from "../../api/queries.ts";
import { FormDialog } from "../../ui/Ask.tsx";
import { ChoiceField, TextField } from "../../ui/Field.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { Icon } from "../../ui/Icon.tsx";
import { siteWords } from "../../words/sites.ts";
import { sectionsOf, siteSpacesOf } from "./structure.ts";
import { spaceChoices } from "../../ui/spaceName.ts";

export interface AddProps {
  /** Ids. */
  readonly organization: string;
  readonly site: string;
  readonly made: () => Promise<void>;
}

/** Where a space goes: a section of its own, or none; else the id of a section. */
const OWN = "own";
const BESIDE = "beside";

export function AddSpace({
  organization,
  site,
  structure,
  made,
}: AddProps & { readonly structure: SiteStructure }) {
  const [isOpen, open] = useState(false);
  const { data: spaces = [] } = useQuery({ ...spacesOf(organization), enabled: isOpen });
  const there = siteSpacesOf(structure);
  const sections = sectionsOf(structure);
  const [chosen, choose] = useState<string>();
  const [to, place] = useState<string>();
  const first = spaces.find(({ id }) => !there.some(({ space }) => space.id === id)) ?? spaces[0];
  const space = chosen ?? first?.id ?? "";
  const isFirst = there.length === 0;
  const where = to ?? (isFirst ? BESIDE : OWN);
  const isMakingSections = where === OWN && sections.length === 0 && !isFirst;
  const forget = (): void => {
    choose(undefined);
    place(undefined);
  };
  return (
    <>
      <button type="button" className="button" onClick={() => open(true)}>
        <Icon name="plus" />
        {siteWords.addSpace}
      </button>
      <FormDialog
        isOpen={isOpen}
        close={() => open(false)}
        title={siteWords.addSpace}
        verb={siteWords.addSpace}
        isReady={space !== ""}
        isDirty={chosen !== undefined || to !== undefined}
        forget={forget}
        act={(): Promise<unknown> =>
          where === OWN
            ? addSectionToSite(client, organization, site, { spaceId: space })
            : addSpaceToSite(client, organization, site, {
                spaceId: space,
                ...(where === BESIDE ? {} : { sectionId: where }),
              })
        }
        done={() => {
          forget();
          void made();
        }}
      >
        {(error) => (
          <>
            <WhichSpace
              spaces={spaces}
              error={faultsOf(error, ["spaceId"]).of("spaceId")}
              value={space}
              set={choose}
            />
            <WhereTo
              sections={sections}
              help={isMakingSections ? siteWords.firstSection : undefined}
              error={faultsOf(error, ["sectionId"]).of("sectionId")}
              value={where}
              set={place}
            />
          </>
        )}
      </FormDialog>
    </>
  );
}

interface WhichProps {
  readonly spaces: readonly Space[];
  readonly error: string | undefined;
  readonly value: string;
  readonly set: (value: string) => void;
}

function WhichSpace({ spaces, ...field }: WhichProps) {
  if (spaces.length === 0) return <p className="help">{siteWords.noMoreSpaces}</p>;
  return <ChoiceField {...field} label={siteWords.space} choices={spaceChoices(spaces)} />;
}

interface WhereProps {
  readonly sections: readonly SiteSection[];
  readonly help: string | undefined;
  readonly error: string | undefined;
  readonly value: string;
  readonly set: (value: string) => void;
}

function WhereTo({ sections, ...field }: WhereProps) {
  return (
    <ChoiceField
      {...field}
      label={siteWords.whereTo}
      choices={[
        ...(sections.length === 0 ? [[BESIDE, siteWords.besideOthers] as const] : []),
        [OWN, siteWords.asSection],
        ...sections.map(({ id, title }) => [id, siteWords.inSection(title)] as const),
      ]}
    />
  );
}

export function NewGroup({ organization, site, made }: AddProps) {
  const [isOpen, open] = useState(false);
  const [title, type] = useState("");
  return (
    <>
      <button type="button" className="button button-secondary" onClick={() => open(true)}>
        <Icon name="folder" />
        {siteWords.newGroup}
      </button>
      <FormDialog
        isOpen={isOpen}
        close={() => open(false)}
        title={siteWords.newGroup}
        verb={siteWords.createGroup}
        isReady={title.trim() !== ""}
        isDirty={title.trim() !== ""}
        forget={() => type("")}
        act={() => addSectionGroupToSite(client, organization, site, { title: title.trim() })}
        done={() => {
          type("");
          void made();
        }}
      >
        {(error) => (
          <TextField
            label={siteWords.groupTitle}
            help={siteWords.groupHelp}
            error={faultsOf(error, ["title"]).of("title")}
            value={title}
            set={type}
          />
        )}
      </FormDialog>
    </>
  );
}
