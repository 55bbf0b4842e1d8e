/** Who people are, and how they sign in. */
import type { Generated } from "kysely";
import type { Flag } from "./flag.ts";

interface UserRow {
  id: string;
  email: string;
  /** The address as compared: case-folded in JavaScript, unique. */
  email_folded: string;
  email_verified: Generated<Flag>;
  display_name: string;
  /** The name as searches compare it. */
  name_folded: Generated<string>;
  photo_url: string | null;
  password_hash: string | null;
  /** Since when they may do nothing at all. */
  disabled_at: number | null;
  created_at: number;
  version: Generated<number>;
}

interface TokenRow {
  id: string;
  user_id: string;
  label: string;
  /** SHA-256 of the token, lower-case hex. */
  hash: string;
  /** JSON; null: everything its user may do. */
  scopes: string | null;
  /** The organization in whose single sign-on it was made: it works while its user belongs to no other. */
  through: Generated<string | null>;
  created_at: number;
  last_used_at: number | null;
  expires_at: number | null;
  revoked_at: number | null;
}

/** How somebody proved who they are. */
export type SignInMethod = "password" | "link" | "saml";

interface SessionRow {
  /** Names the session on the account page; the secret of its cookie is another. */
  id: string;
  user_id: string;
  /** SHA-256 of the secret, lower-case hex. null: it was ended; where it was used is remembered until it expires. */
  hash: string | null;
  method: SignInMethod;
  address: string | null;
  /** The network of the address: what counts as a familiar place. */
  network: string | null;
  user_agent: string | null;
  created_at: number;
  /** Last used, to the minute. */
  seen_at: number;
  /** When it ends however much it is used. */
  expires_at: number;
}

interface SignInLinkRow {
  id: string;
  user_id: string;
  /** SHA-256 of the secret, lower-case hex. */
  hash: string;
  /** Whether it went to the user's address alone, so that using it proves the address. */
  mailed: Generated<0 | 1>;
  /** The path it leads to; null: the account page. */
  next: string | null;
  created_at: number;
  expires_at: number;
  used_at: number | null;
}

interface SignInAttemptRow {
  /** What is counted: a network, an account, an account from a network; hashed where it names a person. */
  key: string;
  failures: number;
  last_at: number;
  wait_until: number;
}

/** A program that waits for somebody to let it act for them (RFC 8628). */
interface DeviceGrantRow {
  id: string;
  /** SHA-256 of the device code, lower-case hex. */
  device_hash: string;
  /** The user code, signed: it is short, and must not be found by trying all. */
  user_code_mac: string;
  /** What the program and its machine call themselves. */
  program: string;
  machine: string | null;
  /** JSON; null: everything that whoever approves may do. */
  scopes: string | null;
  /** Where it asks from. */
  address: string;
  network: string;
  created_at: number;
  expires_at: number;
  /** Milliseconds that have to lie between two questions of the program. */
  pace: number;
  asked_at: number | null;
  decision: "approved" | "denied" | null;
  /** Who decided, in which session, and the organization whose single sign-on opened that. */
  user_id: string | null;
  session_id: string | null;
  through: string | null;
}

/** The picture that somebody uploaded of themselves, as it is shown. */
interface UserPhotoRow {
  /** Names it in its address, which is all that opens it: 256 bits. */
  key: string;
  user_id: string;
  /** WebP. */
  data: Uint8Array;
  created_at: number;
}

export interface PeopleTables {
  users: UserRow;
  tokens: TokenRow;
  sessions: SessionRow;
  sign_in_links: SignInLinkRow;
  sign_in_attempts: SignInAttemptRow;
  device_grants: DeviceGrantRow;
  user_photos: UserPhotoRow;
}
