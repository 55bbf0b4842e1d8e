/** Links of a space that lead nowhere, with the pages that have them. */
import { useQuery } from "@tanstack/react-query";
import { wholeList } from "../../api/paged.ts";
import { brokenLinksOf, type ShownPlace } from "../../api/parts.ts";
import type { RouteParams } from "../../routes.ts";
import { Notice } from "../../ui/Notice.tsx";
import { Rows } from "../../ui/Rows.tsx";
import { partsWords } from "../../words/parts.ts";
import { SpacePart } from "../../app/SpacePart.tsx";
import { PlaceList } from "./PlaceList.tsx";

export default function BrokenLinks({ space }: RouteParams<"brokenLinks">) {
  return (
    <SpacePart space={space} part="brokenLinks">
      {({ id }) => <Broken of={id} />}
    </SpacePart>
  );
}

function Broken({ of }: { readonly of: string }) {
  const links = useQuery(brokenLinksOf(of));
  return (
    <Rows
      of={wholeList(links.data, links)}
      label={partsWords.links}
      heads={[partsWords.leadsTo, partsWords.isOn]}
      keyOf={({ targetReference }) => JSON.stringify([targetReference?.kind, targetReference?.url])}
      empty={<Notice icon="done" title={partsWords.noBroken} text={partsWords.noBrokenText} />}
      row={({ targetReference, locationReferences, sources }) => (
        <>
          <td>
            <code>{targetReference?.url ?? targetReference?.kind}</code>
          </td>
          <td>
            <PlaceList places={locationReferences as readonly ShownPlace[]} all={sources} />
          </td>
        </>
      )}
    />
  );
}
