/** Who people are, and how they sign in. */
import type { TableDescription } from "../table.ts";

export const people = [
  {
    name: "users",
    columns: {
      id: "text",
      email: "text",
      /** The address as compared: case-folded in JavaScript, unique. */
      email_folded: "text",
      email_verified: "flag = 0",
      display_name: "text",
      photo_url: "text?",
      password_hash: "text?",
      created_at: "int",
      version: "int = 1",
      /** The name as searches compare it. */
      name_folded: "text = ",
      /** Since when they may do nothing at all. */
      disabled_at: "int?",
    },
    key: ["id"],
    unique: [["email_folded"]],
  },
  /** How somebody has the console. */
  {
    name: "user_settings",
    columns: {
      user_id: "text",
      /** JSON */
      settings: "text",
      updated_at: "int",
      version: "int = 1",
    },
    key: ["user_id"],
    refers: { user_id: "users cascade" },
  },
  {
    name: "tokens",
    columns: {
      id: "text",
      user_id: "text",
      label: "text",
      /** SHA-256 of the token, lower-case hex. */
      hash: "text",
      /** JSON; null: everything its user may do. */
      scopes: "text?",
      created_at: "int",
      last_used_at: "int?",
      expires_at: "int?",
      revoked_at: "int?",
      /** The organization in whose single sign-on it was made: it works while its user belongs to no other. */
      through: "text?",
    },
    key: ["id"],
    unique: [["hash"]],
    refers: { user_id: "users cascade" },
    indexes: {
      tokens_of_user: ["user_id", "created_at", "id"],
    },
  },
  {
    name: "sessions",
    columns: {
      /** Names the session on the account page; the secret of its cookie is another. */
      id: "text",
      user_id: "text",
      /** SHA-256 of the secret, lower-case hex. null: it was ended; where it was used is remembered until it expires. */
      hash: "text?",
      method: "text: password | link | saml",
      address: "text?",
      /** The network of the address: what counts as a familiar place. */
      network: "text?",
      user_agent: "text?",
      created_at: "int",
      /** Last used, to the minute. */
      seen_at: "int",
      /** When it ends however much it is used. */
      expires_at: "int",
    },
    key: ["id"],
    unique: [["hash"]],
    refers: { user_id: "users cascade" },
    indexes: {
      sessions_to_forget: ["expires_at"],
      sessions_of_user: ["user_id", "created_at"],
    },
  },
  {
    name: "sign_in_links",
    columns: {
      id: "text",
      user_id: "text",
      /** SHA-256 of the secret, lower-case hex. */
      hash: "text",
      /** Whether it went to the user's address alone, so that using it proves the address. */
      mailed: "flag = 0",
      /** The path it leads to; null: the account page. */
      next: "text?",
      created_at: "int",
      expires_at: "int",
      used_at: "int?",
    },
    key: ["id"],
    unique: [["hash"]],
    refers: { user_id: "users cascade" },
    indexes: {
      sign_in_links_to_forget: ["expires_at"],
      sign_in_links_of_user: ["user_id"],
    },
  },
  {
    name: "sign_in_attempts",
    columns: {
      /** What is counted: a network, an account, an account from a network; hashed where it names a person. */
      key: "text",
      failures: "int",
      last_at: "int",
      wait_until: "int",
    },
    key: ["key"],
    indexes: {
      sign_in_attempts_to_forget: ["last_at"],
    },
  },
  /** An app that shows codes by the time (TOTP): each person has one at most. */
  {
    name: "authenticators",
    columns: {
      user_id: "text",
      /** Sealed. */
      secret: "text",
      /** The interval of the last code that was taken: it and those before are taken no more. */
      used_step: "int",
      created_at: "int",
      used_at: "int",
    },
    key: ["user_id"],
    refers: { user_id: "users cascade" },
  },
  /** A key of somebody's device or password manager (WebAuthn). */
  {
    name: "passkeys",
    columns: {
      id: "text",
      user_id: "text",
      label: "text",
      /** How the device names it: base64url. */
      credential: "text",
      /** COSE, base64url. */
      public_key: "text",
      /** How often it was used, as the device counts. */
      counter: "int",
      /** JSON: how browsers reach it. */
      transports: "text",
      created_at: "int",
      used_at: "int?",
    },
    key: ["id"],
    unique: [["credential"]],
    refers: { user_id: "users cascade" },
    indexes: {
      passkeys_of_user: ["user_id", "created_at", "id"],
    },
  },
  /** What stands in once for a lost authenticator or passkey. */
  {
    name: "recovery_codes",
    columns: {
      user_id: "text",
      /** SHA-256, lower-case hex. */
      hash: "text",
      used_at: "int?",
    },
    key: ["user_id", "hash"],
    refers: { user_id: "users cascade" },
  },
  /** Somebody whose password or link was right and whose second factor is asked for. */
  {
    name: "sign_in_steps",
    columns: {
      /** SHA-256 of the secret that the browser has, lower-case hex. */
      hash: "text",
      user_id: "text",
      method: "text: password | link | saml",
      /** The identity provider that vouched for them, and the organization whose it is. */
      provider: "text?",
      through: "text?",
      /** The path that signing in leads to. */
      next: "text?",
      /** What a passkey has to sign. */
      challenge: "text",
      expires_at: "int",
    },
    key: ["hash"],
    refers: { user_id: "users cascade" },
    indexes: {
      sign_in_steps_to_forget: ["expires_at"],
      sign_in_steps_of_user: ["user_id"],
    },
  },
  /** A program that waits for somebody to let it act for them (RFC 8628). */
  {
    name: "device_grants",
    columns: {
      id: "text",
      /** SHA-256 of the device code, lower-case hex. */
      device_hash: "text",
      /** The user code, signed: it is short, and must not be found by trying all. */
      user_code_mac: "text",
      /** What the program and its machine call themselves. */
      program: "text",
      machine: "text?",
      /** JSON; null: everything that whoever approves may do. */
      scopes: "text?",
      /** Where it asks from. */
      address: "text",
      network: "text",
      created_at: "int",
      expires_at: "int",
      /** Milliseconds that have to lie between two questions of the program. */
      pace: "int",
      asked_at: "int?",
      decision: "text?: approved | denied",
      /** Who decided, in which session, and the organization whose single sign-on opened that. */
      user_id: "text?",
      session_id: "text?",
      through: "text?",
    },
    key: ["id"],
    unique: [["device_hash"], ["user_code_mac"]],
    refers: { user_id: "users cascade" },
    indexes: {
      device_grants_to_forget: ["expires_at"],
      device_grants_of_network: ["network", "expires_at"],
    },
  },
  /** The picture that somebody uploaded of themselves, as it is shown. */
  {
    name: "user_photos",
    columns: {
      /** Names it in its address, which is all that opens it: 256 bits. */
      key: "text",
      user_id: "text",
      /** WebP. */
      data: "bytes",
      created_at: "int",
    },
    key: ["key"],
    unique: [["user_id"]],
    refers: { user_id: "users cascade" },
  },
] as const satisfies readonly TableDescription[];
