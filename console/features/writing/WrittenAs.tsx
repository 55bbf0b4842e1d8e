/** Turns a page that is written to its Markdown, and back to blocks. */
import { useState } from "react";
import { Icon } from "../../ui/Icon.tsx";
import { say } from "../../ui/toasts.ts";
import { writingWords } from "../../words/writing.ts";
import type { PageWriting } from "./session.ts";

export function WrittenAs({ saving, text }: Pick<PageWriting, "saving" | "text">) {
  const [, look] = useState(false);
  const turn = async (): Promise<void> => {
    // What no Markdown can say is its words there, and is stored as them.
    if (saving.view().state.name === "unsaid") say({ text: writingWords.saidByWords });
    look(await text.turn());
    await saving.save();
  };
  return (
    <button type="button" className="button-quiet" onClick={() => void turn()}>
      <span className="bar-words">{text.isSource ? writingWords.asBlocks : writingWords.asMarkdown}</span>
      <span className="bar-sign">
        <Icon name={text.isSource ? "page" : "code"} />
      </span>
    </button>
  );
}
