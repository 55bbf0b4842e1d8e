import { useState } from "react";
import { words } from "../words.ts";

/** Something to be copied: a secret that is shown once, an address. */
export function Secret({ label, value }: { readonly label: string; readonly value: string }) {
  const [isCopied, copied] = useState(false);
  // The clipboard is there in secure contexts alone; elsewhere the text is marked, to be copied by keys.
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(value);
    copied(true);
  };
  return (
    <div className="secret">
      <input
        readOnly
        aria-label={label}
        value={value}
        onFocus={(event) => event.target.select()}
        spellCheck={false}
      />
      {"clipboard" in navigator ? (
        <button type="button" className="button button-secondary" onClick={() => void copy()}>
          {isCopied ? words.copied : words.copy}
        </button>
      ) : null}
    </div>
  );
}
