/** Whether a part of the program didn't come: there was no network, or the server has a newer one. In browsers' words. */
export function isMissingPart({ message }: Error): boolean {
  return /dynamically imported module|module script failed/i.test(message);
}
