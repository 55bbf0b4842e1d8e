/** The way to a revision as readers would see it. */
import type { Space } from "../../../sdk/src/index.ts";
import { PreviewOf } from "./Preview.tsx";

interface RevisionPreviewProps {
  readonly space: Space;
  /** Its id. */
  readonly revision: string;
}

export default function RevisionPreview({ space, revision }: RevisionPreviewProps) {
  return <PreviewOf space={space} draft={{ revision }} />;
}
