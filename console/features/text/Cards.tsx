/** What leads to something else and says what that is: references to pages, embeds, files, and cards. */
import type { ReactNode } from "react";
import type { Card, Cards, ContentRef, Embed, FileBlock } from "../../../engine/markdown/document.ts";
import { plainText } from "../../../engine/markdown/plainText.ts";
import { PageIcon } from "../../ui/PageIcon.tsx";
import { sizeOf } from "../../ui/size.ts";
import { Inlines } from "./Inlines.tsx";
import { Picture, nameOf, useFile } from "../targets/Picture.tsx";
import { usePage } from "../targets/page.ts";
import { LeadsTo } from "../targets/targets.tsx";

interface RefCardProps {
  readonly sign: ReactNode;
  readonly title: string;
  readonly about?: string | undefined;
}

function RefCard({ sign, title, about }: RefCardProps) {
  return (
    <>
      <span className="ref-icon" aria-hidden="true">
        {sign}
      </span>
      <span className="ref-text">
        <span className="ref-title">{title}</span>
        {about === undefined || about === "" ? null : <span className="ref-description">{about}</span>}
      </span>
    </>
  );
}

export function ContentRefView({ of: { url, children } }: { readonly of: ContentRef }) {
  const page = usePage().pageOf?.(url);
  const written = plainText(children);
  const title = page?.title ?? (written === "" ? url : written);
  const sign = <PageIcon emoji={page?.emoji} icon={page?.icon} otherwise="page" />;
  return (
    <LeadsTo url={url} look="ref">
      <RefCard sign={sign} title={title} about={page?.description} />
    </LeadsTo>
  );
}

/** A card and no frame: what others play stays out of an editor's session. */
export function EmbedView({ of: { url, caption } }: { readonly of: Embed }) {
  const written = plainText(caption);
  const host = URL.canParse(url) ? new URL(url).host : undefined;
  const short = url.replace(/^https?:\/\/(?:www\.)?/, "").replace(/\/$/, "");
  return (
    <figure className="embed">
      <LeadsTo url={url} look="ref">
        <RefCard
          sign={<PageIcon icon="arrow-up-right-from-square" otherwise="external" />}
          title={written === "" ? short : written}
          about={host}
        />
      </LeadsTo>
    </figure>
  );
}

export function FileView({ of: { src, caption } }: { readonly of: FileBlock }) {
  const file = useFile(src) ?? undefined;
  const card = (
    <RefCard
      sign={<PageIcon icon="download" otherwise="page" />}
      title={file?.name ?? nameOf(src)}
      about={
        file === undefined ? undefined : [kindOf(file.name, file.contentType), sizeOf(file.size)].join(" · ")
      }
    />
  );
  return (
    <figure className="file">
      {file === undefined ? (
        <LeadsTo url={src} look="ref">
          {card}
        </LeadsTo>
      ) : (
        <a className="ref" href={file.downloadURL} download={file.name}>
          {card}
        </a>
      )}
      {caption.length === 0 ? null : (
        <figcaption className="caption">
          <Inlines of={caption} />
        </figcaption>
      )}
    </figure>
  );
}

function kindOf(name: string, contentType: string): string {
  return /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toUpperCase() ?? contentType;
}

export function CardsView({ of: { size, cards } }: { readonly of: Cards }) {
  return (
    <ul className={`cards cards-${size}`}>
      {cards.map((card) => (
        <CardView key={card.start} of={card} />
      ))}
    </ul>
  );
}

function CardView({ of: { cells, target, cover, coverDark } }: { readonly of: Card }) {
  const { pageOf } = usePage();
  const [first, ...others] = cells.filter(({ children }) => children.length > 0);
  const isLinked = target !== undefined;
  const named = first === undefined ? target && (pageOf?.(target.url)?.title ?? target.url) : undefined;
  const title = first === undefined ? named : <Inlines of={first.children} isInLink={isLinked} />;
  const light = cover ?? coverDark;
  return (
    <li className={isLinked ? "card card-linked" : "card"}>
      {light === undefined ? null : (
        <div className="card-cover">
          <Picture src={light.url} alt="" look={cover && coverDark && "light-only"} />
          {cover === undefined || coverDark === undefined ? null : (
            <Picture src={coverDark.url} alt="" look="dark-only" />
          )}
        </div>
      )}
      <div className="card-body">
        {title === undefined ? null : (
          <div className="card-title">
            {isLinked ? (
              <LeadsTo url={target.url} look="card-link">
                {title}
              </LeadsTo>
            ) : (
              title
            )}
          </div>
        )}
        {others.map((cell) => (
          <div key={cell.start} className="card-cell">
            <Inlines of={cell.children} />
          </div>
        ))}
      </div>
    </li>
  );
}
