/**
 * Files that are dropped where nothing takes them: the browser would open them in the place of what is written. Called
 * once.
 */
export function refuseStrayFiles(): void {
  for (const type of ["dragover", "drop"] as const)
    addEventListener(type, (event) => {
      const { dataTransfer, target, defaultPrevented: isTaken } = event;
      if (isTaken || dataTransfer?.types.includes("Files") !== true) return;
      // The browser's own field takes them.
      if (target instanceof HTMLInputElement && target.type === "file") return;
      event.preventDefault();
      dataTransfer.dropEffect = "none";
    });
}
