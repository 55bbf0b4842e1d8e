/** The way to a change request, or a revision, as readers would see it: on each site that shows its space, for an hour. */
import { Menu, MenuButton, MenuItem, MenuProvider } from "@ariakit/react/menu";
import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import type { Space } from "../../../sdk/src/index.ts";
import { previewOnSite, type ShownDraft, sitesShowing } from "../../api/preview.ts";
import { changeRequest } from "../../api/queries.ts";
import { Icon } from "../../ui/Icon.tsx";
import { reviewWords as words } from "../../words/review.ts";

interface PreviewProps {
  readonly space: Space;
  /** The number of the change request. */
  readonly number: string;
  /** The path of the page that is shown; the first one, unless said. */
  readonly path?: string | undefined;
}

export default function Preview({ space, number, path }: PreviewProps) {
  const { data: request } = useQuery(changeRequest(space.id, number));
  if (request === undefined) return null;
  return <PreviewOf space={space} draft={{ changeRequest: request.id }} path={path} />;
}

interface PreviewOfProps extends Pick<PreviewProps, "space" | "path"> {
  readonly draft: ShownDraft;
}

export function PreviewOf({ space, draft, path = "" }: PreviewOfProps) {
  const { data: sites = [] } = useQuery(sitesShowing(space));
  // Who may not edit a site has no preview of it.
  const [site, ...others] = sites.filter(({ permissions }) => permissions.edit);
  if (site === undefined) return null;
  const shown = { organization: space.organization, draft, path };
  const button = { className: "button button-secondary", title: words.previewHelp };
  if (others.length === 0)
    return (
      <PreviewLink site={site.id} {...shown} {...button}>
        {words.preview}
      </PreviewLink>
    );
  return (
    <MenuProvider placement="bottom-end">
      <MenuButton {...button}>{words.preview}</MenuButton>
      <Menu className="menu-box" gutter={4} portal unmountOnHide>
        {[site, ...others].map((one) => (
          <MenuItem
            key={one.id}
            className="menu-row"
            render={
              <PreviewLink site={one.id} {...shown}>
                {one.title}
              </PreviewLink>
            }
          />
        ))}
      </Menu>
    </MenuProvider>
  );
}

interface PreviewLinkProps extends ComponentProps<"a"> {
  /** Ids. */
  readonly organization: string;
  readonly site: string;
  readonly draft: ShownDraft;
  readonly path: string;
}

/** Its address is asked for before it is pressed, so that it is a link as any other. */
function PreviewLink({ organization, site, draft, path, children, ...props }: PreviewLinkProps) {
  const { data: url } = useQuery(previewOnSite(organization, site, draft));
  return (
    <a
      {...props}
      {...(url === undefined ? { role: "link", "aria-disabled": true } : { href: url + path })}
      target="_blank"
      rel="noopener noreferrer"
    >
      {children}
      <Icon name="external" />
    </a>
  );
}
