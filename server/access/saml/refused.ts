/** Why a sign-in through an identity provider ends, by what the person who sees it can do about it. */
export type RefusalKind =
  /** The request is unknown, used, or too old: beginning again helps. */
  | "expired"
  /** The answer can't be trusted, or is not for us: an administrator has to look at the settings. */
  | "untrusted"
  /** The answer has more than is read: an administrator has to have it made smaller. */
  | "too-large"
  /** The identity provider itself said no. */
  | "declined"
  /** Begun at the identity provider instead of here. */
  | "unsolicited"
  /** Begun in another browser. */
  | "other-browser"
  /** The provider is unknown or not set up. */
  | "no-provider"
  /** The address has an account that is not linked. */
  | "not-linked"
  /** The address has an account, and its person is no member. */
  | "not-invited"
  | "removed"
  | "disabled"
  /** Too many sign-ins from one network, or altogether. */
  | "busy";

/** Thrown where a sign-in through an identity provider can't go on. `message` is for the log and administrators. */
export class SamlRefused extends Error {
  override readonly name = "SamlRefused";
  readonly kind: RefusalKind;

  constructor(kind: RefusalKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** @throws always: an answer that can't be trusted */
export function distrust(message: string): never {
  throw new SamlRefused("untrusted", message);
}
