import { useState } from "react";
import { words } from "../words.ts";
import { copyText } from "./copy.ts";

/** Something to be copied: a secret that is shown once, an address. */
export function Secret({ label, value }: { readonly label: string; readonly value: string }) {
  const [isCopied, copied] = useState(false);
  const copy = async (): Promise<void> => copied(await copyText(value));
  return (
    <div className="secret">
      <input
        readOnly
        aria-label={label}
        value={value}
        onFocus={(event) => event.target.select()}
        spellCheck={false}
      />
      <button type="button" className="button button-secondary" onClick={() => void copy()}>
        {isCopied ? words.copied : words.copy}
      </button>
    </div>
  );
}
