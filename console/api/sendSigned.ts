/** What is sent to addresses that the API has signed; it is loaded with what sends files to such. */

/**
 * Sends a file to an address that the API has signed for it: the address is the right, and a path of our own origin.
 * @throws with the server's sentence when it is refused
 */
export async function sendSigned(url: string, file: File): Promise<void> {
  const { pathname, search } = new URL(url);
  const response = await fetch(pathname + search, { method: "PUT", body: file, credentials: "omit" });
  if (response.ok) return;
  const told = (await response.json().catch(() => ({}))) as { error?: { message?: string } };
  throw new Error(told.error?.message ?? `${response.status}`);
}
