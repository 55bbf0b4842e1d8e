/** The pages on which somebody lets a program act for them. */
import type { Row } from "../../db/schema.ts";
import { attribute, html, type Piece, type Raw } from "../../../design/html.ts";
import { type AccountAssets, type Message, renderDoor, renderMessage, whose } from "./frame.ts";

interface DeviceCodeView {
  readonly user: Row<"users">;
  readonly code: string;
  readonly message?: Message | undefined;
}

/** Asks for the code that the program shows. */
export function renderDeviceCode(assets: AccountAssets, { user, code, message }: DeviceCodeView): string {
  return renderDoor(
    assets,
    "Connect a program",
    html`${renderMessage(message)}
      <p class="door-text">A program that asks to act for you shows a code. Is it this one?</p>
      <form class="form" method="post" action="/device">
        ${whose(user)}
        <label class="entry"
          ><span>Code</span
          ><input
            name="user_code"
            class="code"
            required
            maxlength="20"
            autocomplete="off"
            autocapitalize="characters"
            spellcheck="false"
            placeholder="XXXX-XXXX"
            value="${code}"
            ${attribute("aria-invalid", message === undefined ? undefined : "true")}${attribute("aria-describedby", message === undefined ? undefined : "message")}
            autofocus
        /></label>
        <button class="button" name="do" value="look">Continue</button>
      </form>
      <p class="door-note">
        Type only a code that you see on a screen of your own. Nothing is allowed by this step yet.
      </p>`,
  );
}

interface DeviceRequestView {
  /** As it was typed. */
  readonly code: string;
  readonly user: Row<"users">;
  readonly program: string;
  readonly machine: string | null;
  readonly address: string;
  /** Whether they ask from the address that the reader has, too. */
  readonly isOwnAddress: boolean;
  /** When it asked: milliseconds. */
  readonly at: number;
  /** null: everything that the reader may do. */
  readonly scopes: readonly string[] | null;
  /** How many days its token works. */
  readonly days: number;
}

/** Says who asks, from where and for what, and leaves the choice. */
export function renderDeviceRequest(assets: AccountAssets, view: DeviceRequestView): string {
  const { code, user, program, machine, address, isOwnAddress, at, scopes, days } = view;
  return renderDoor(
    assets,
    "Let this program act for you?",
    html`<dl class="facts">
        ${fact("Calls itself", program)} ${machine === null ? null : fact("On the machine", machine)}
        ${fact("Asks from", `${address} (${isOwnAddress ? "the address that you have" : "not the address that you have"})`)}
        ${fact("Asked at", html`<time datetime="${new Date(at).toISOString()}">${clock(at)}</time>`)}
        ${fact("May do", scopes === null ? "Everything that you may do" : scopes.join(", "))}
        ${fact("For", `${days} days, as ${user.email}`)}
      </dl>
      <p class="message message-problem">
        <strong>Is it you?</strong> Approve only what you started yourself, just now. Whoever sent you here
        with a code would act in your name.
      </p>
      <form class="form" method="post" action="/device/decision">
        ${whose(user)}
        <input type="hidden" name="user_code" value="${code}" />
        <button class="button" name="do" value="approve">Approve</button>
        <button class="button button-secondary" name="do" value="deny">Deny</button>
      </form>`,
  );
}

function fact(name: string, value: Piece): Raw {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}

function clock(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
