/** Where the file of a page is edited on its host, of a space that is kept in step with a repository. */
import { useQuery } from "@tanstack/react-query";
import type { Page, Space } from "../../../sdk/src/index.ts";
import { fileAddress } from "../../api/git.ts";
import { Icon } from "../../ui/Icon.tsx";
import { words } from "../../words.ts";

interface FileLinkProps {
  readonly space: Space;
  readonly page: Page;
}

export default function FileLink({ space, page }: FileLinkProps) {
  const { data: href } = useQuery(fileAddress(space.id, page.id));
  if (typeof href !== "string") return null;
  const label = words.editFile(new URL(href).host);
  return (
    <a className="icon-button" href={href} target="_blank" rel="noopener" aria-label={label} title={label}>
      <Icon name="code" />
    </a>
  );
}
