import { useEffect, useState } from "react";

/** A value once it has rested: what is typed is asked for when somebody pauses. */
export function useLate<Value>(value: Value, milliseconds = 200): Value {
  const [late, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return late;
}
