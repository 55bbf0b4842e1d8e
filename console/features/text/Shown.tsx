/** A part of a text as sites show it; as it is written, until the server has said how. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { type ShownPart, shownPart } from "../../api/shownParts.ts";
import { type MarkupNode, treeOf } from "../../ui/markup.ts";
import { Markup } from "./Markup.tsx";
import { usePage } from "../targets/page.ts";

/** What sites make of a part; undefined while that isn't known, and for what they show as it is written too. */
export function useShown(part: ShownPart | undefined): readonly MarkupNode[] | undefined {
  const { space = "" } = usePage();
  const asked = part ?? { type: "emoji", name: "" };
  const { data } = useQuery({ ...shownPart(space, asked), enabled: part !== undefined && space !== "" });
  return useMemo(() => (data === undefined || data === null ? undefined : treeOf(data)), [data]);
}

interface ShownProps {
  readonly of: ShownPart;
  /** Whether it stands in a line, and not in a paragraph of its own. */
  readonly isInLine?: boolean;
  /** What is shown otherwise. */
  readonly children: ReactNode;
}

export function Shown({ of, isInLine = false, children }: ShownProps): ReactNode {
  const tree = useShown(of);
  if (tree === undefined) return children;
  const [first] = tree;
  return <Markup of={isInLine && typeof first === "object" ? first.children : tree} />;
}
