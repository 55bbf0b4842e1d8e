/** The seconds that are left, in figures that nobody is told one by one. */
import { useEffect, useState } from "react";

interface CountdownProps {
  /** Milliseconds since 1970. */
  readonly until: number;
  /** Called once, when it is over. */
  readonly over?: () => void;
}

export function Countdown({ until, over }: CountdownProps) {
  const [now, tick] = useState(() => Date.now());
  useEffect(() => {
    tick(Date.now());
    const timer = setInterval(() => {
      tick(Date.now());
      if (Date.now() < until) return;
      clearInterval(timer);
      over?.();
    }, 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return (
    <span className="countdown" aria-hidden="true">
      {Math.max(0, Math.ceil((until - now) / 1_000))} s
    </span>
  );
}
