import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { TextField } from "../../ui/Field.tsx";
import { writingWords } from "../../words/writing.ts";

interface TypedProps {
  readonly label: string;
  readonly help: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly set: (text: string) => void;
  /** What was half typed at an earlier time: it is shown beside what is stored, and counts once it is typed on or taken. */
  readonly half?: string | undefined;
  /** Told what is typed, before it counts. */
  readonly hold?: (text: string) => void;
  /** What is wrong with what is typed, before it is left. */
  readonly faultOf?: ((text: string) => Promise<string | undefined>) | undefined;
}

/** A field that counts when it is left: half an address, or half a condition, is none. */
export function Typed({ label, help, value, error, set, half, hold, faultOf }: TypedProps) {
  const [text, type] = useState(half ?? value);
  const fault = useFault(text, faultOf);
  const former = useRef(value);
  useEffect(() => {
    // What somebody is typing stays, whatever becomes of the field elsewhere.
    type((now) => (now.trim() === former.current.trim() ? value : now));
    former.current = value;
  }, [value]);
  // What nobody typed stays as it is stored, blanks included.
  const take = (): void => {
    // From now on it is not of an earlier time.
    restore(false);
    if (text.trim() !== value.trim()) set(text.trim());
  };
  const [isRestored, restore] = useState(half !== undefined);
  const isHalf = isRestored && text.trim() !== value.trim();
  const form = useRef<HTMLFormElement>(null);
  const latest = useRef({ take, isHalf });
  const isTyped = useRef(false);
  useLayoutEffect(() => {
    latest.current = { take, isHalf };
  });
  useLayoutEffect(() => {
    const taken = (): void => latest.current.take();
    // Who goes from what was half typed to the way back of it wants none of it.
    const changed = (): void => {
      if (!latest.current.isHalf) taken();
    };
    const { current } = form;
    current?.addEventListener("change", changed);
    return () => {
      current?.removeEventListener("change", changed);
      // It may go with the keys in it, as by the browser's own way back. What nobody typed into says nothing.
      if (isTyped.current) taken();
    };
  }, []);
  const back = (): void => {
    isTyped.current = false;
    restore(false);
    type(value);
    hold?.(value.trim());
    form.current?.querySelector("input")?.focus();
  };
  return (
    <form
      ref={form}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Who only passes by takes nothing of an earlier time.
        if (isTyped.current && !currentTarget.contains(relatedTarget)) take();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        take();
      }}
    >
      <TextField
        label={label}
        help={isHalf ? <StoredValue value={value} back={back} /> : help}
        error={error ?? fault}
        value={text}
        set={(now) => {
          isTyped.current = true;
          type(now);
          hold?.(now.trim());
        }}
      />
    </form>
  );
}

/** What is wrong with a text, as far as that is known by now. */
function useFault(text: string, faultOf: TypedProps["faultOf"]): string | undefined {
  const [fault, find] = useState<string>();
  useEffect(() => {
    let isOver = false;
    // Without what reads it, the server says it once it is left.
    void faultOf?.(text).then(
      (found) => (isOver ? undefined : find(found)),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [faultOf, text]);
  return fault;
}

interface StoredValueProps {
  readonly value: string;
  readonly back: () => void;
}

/** What is stored of a field into which something else was half typed, and the way back to it. */
function StoredValue({ value, back }: StoredValueProps) {
  return (
    <>
      {writingWords.storedField(value)}{" "}
      <button
        type="button"
        className="button-quiet"
        // Some browsers give no focus to what is pressed: the field would be left for nothing, and taken.
        onMouseDown={(event) => event.preventDefault()}
        onClick={back}
      >
        {writingWords.takeBackHalf}
      </button>
    </>
  );
}
