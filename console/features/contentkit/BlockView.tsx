/** A block of an integration where a page is read: as it draws it for those who write there, and else as it is written. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import type { Integration } from "../../../engine/markdown/document.ts";
import { space as spaceOf } from "../../api/queries.ts";
import { usePage } from "../targets/page.ts";
import { blocksOf, componentOf } from "./blocks.ts";
import Component from "./Component.tsx";
import { type KitTalk, useKit } from "./kit.ts";

interface BlockViewProps {
  readonly of: Integration;
  readonly markdown: KitTalk["markdown"];
  /** As it is written. */
  readonly children: ReactNode;
}

export default function BlockView({ of, markdown, children }: BlockViewProps): ReactNode {
  const { space = "" } = usePage();
  // A block in the Markdown that a component draws would draw that component again, and so without end.
  const { isWithin } = useKit();
  const { data: within } = useQuery({ ...spaceOf(space), enabled: space !== "" });
  const { data: brought = [] } = useQuery({
    ...blocksOf(space),
    enabled: within?.permissions.edit === true,
  });
  const { name, props } = of;
  const component = useMemo(() => componentOf({ name, props }, space, false), [name, props, space]);
  if (isWithin || !brought.some((one) => one.name === name)) return children;
  return (
    <section className="integration">
      <Component of={component} markdown={markdown} instead={children} />
    </section>
  );
}
