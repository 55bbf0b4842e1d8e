/** Lectern can't start as it is set up. `message` is the one line that the operator reads; no stack is of use. */
export class StartRefused extends Error {
  override readonly name = "StartRefused";
}
