/** A tag as readers see it. */
import type { ReactNode } from "react";
import { colorName } from "../../../engine/markdown/html/colors.ts";
import type { TagDefinition } from "../../../sdk/src/index.ts";
import { Icon } from "../../ui/Icon.tsx";
import { PageIcon } from "../../ui/PageIcon.tsx";

interface TagMarkProps {
  readonly tag: TagDefinition;
  /** What is done with it. */
  readonly children?: ReactNode;
}

export function TagMark({ tag: { label, icon, color }, children }: TagMarkProps) {
  return (
    <span className="tag page-tag" data-color={color === undefined ? undefined : colorName(color)}>
      {icon === undefined ? null : <PageIcon icon={icon} otherwise="page" />}
      {label}
      {children}
    </span>
  );
}

interface TagButtonProps {
  readonly label: string;
  readonly act: () => void;
  readonly icon: "close" | "sidebar";
  readonly isOn?: boolean;
}

/** Something that is done with a tag. */
export function TagButton({ label, act, icon, isOn }: TagButtonProps) {
  return (
    <button type="button" aria-label={label} title={label} aria-pressed={isOn} onClick={act}>
      <Icon name={icon} />
    </button>
  );
}
