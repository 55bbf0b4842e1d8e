import { html, type Piece } from "../../../design/html.ts";
import type { AssertedPerson } from "../../access/saml/assertion.ts";
import type { SamlRefused } from "../../access/saml/refused.ts";
import type { Row } from "../../db/schema.ts";
import { type AccountAssets, renderDoor } from "./frame.ts";

/** What a test of a provider comes to. */
export type TestOutcome =
  | {
      readonly person: AssertedPerson;
      /** Whether they are a member who would come in, or nobody whom the organization knows. */
      readonly comes: "stranger" | "known";
    }
  | {
      /** Whom the answer names, if it could be verified. */
      readonly person: AssertedPerson | undefined;
      readonly refused: SamlRefused;
    };

type TestView = TestOutcome & {
  readonly assets: AccountAssets;
  readonly provider: Pick<Row<"saml_providers">, "label" | "organization_id">;
};

const COMES = {
  stranger:
    "They are no member yet. Signing in makes somebody new a member; who has an account already needs an invitation.",
  known: "Signing in would open their account.",
};

/** What came of a test of a provider: whoever sees it has set the provider up, so it says all. */
export function renderTest(view: TestView): string {
  const { title, says } = toldOf(view);
  return renderDoor(
    view.assets,
    title,
    html`${says}
      <p class="door-text">Nobody was signed in, and nothing was saved. You can close this tab.</p>
      <p class="door-actions">
        <a class="button" href="/o/${view.provider.organization_id}/sso">Go to single sign-on</a>
      </p>`,
  );
}

function toldOf(view: TestView): { readonly title: string; readonly says: Piece } {
  const { person, provider } = view;
  const named =
    person &&
    html`<p class="door-text">
      ${provider.label} named <strong>${person.displayName ?? person.nameId}</strong>, ${person.nameId}.
    </p>`;
  if (!("refused" in view)) {
    return {
      title: "The test worked",
      says: html`${named}
        <p class="door-text">${COMES[view.comes]}</p>`,
    };
  }
  const { message } = view.refused;
  if (named !== undefined) {
    const says = html`${named}
      <p class="door-text">The answer is good, but they would not be let in: ${message}</p>`;
    return { title: "The test worked, but not for you", says };
  }
  const says = html`<p class="door-text">
    The answer of ${provider.label} was refused: <strong>${message}</strong>
  </p>`;
  return { title: "The test failed", says };
}
