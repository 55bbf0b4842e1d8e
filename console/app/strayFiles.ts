const TYPES = ["dragover", "drop"] as const;

/**
 * Refuses files that are dropped where nothing takes them: the browser would open them in the place of what is written.
 * Gives what ends that.
 */
export function refuseStrayFiles(): () => void {
  for (const type of TYPES) addEventListener(type, refuse);
  return () => {
    for (const type of TYPES) removeEventListener(type, refuse);
  };
}

function refuse(event: DragEvent): void {
  const { dataTransfer, target, defaultPrevented: isTaken } = event;
  if (isTaken || dataTransfer?.types.includes("Files") !== true) return;
  // The browser's own field takes them.
  if (target instanceof HTMLInputElement && target.type === "file") return;
  event.preventDefault();
  dataTransfer.dropEffect = "none";
}
