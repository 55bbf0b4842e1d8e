/** Components of integrations: what a script draws, as far as that is no more than anybody shows. */
import { isFields, type KitFields } from "../../../engine/markdown/html/contentKitFields.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { answeredJson } from "./answeredJson.ts";
import { askScript } from "./ask.ts";
import type { RunPlace } from "./environment.ts";
import type { InstallationKey } from "./queries.ts";

const LARGEST = 100_000;

/** What somebody wants of a component. */
export interface ComponentQuestion {
  readonly componentId: string;
  readonly props: KitFields;
  readonly state?: KitFields | undefined;
  readonly action?: KitFields | undefined;
  /** Where it stands. */
  readonly context: KitFields;
}

/** The installation that is asked, and the space or the site that it is about. */
export type ComponentPlace = Omit<RunPlace, "depth" | "installation"> & {
  readonly installation: InstallationKey;
};

/** What the integration gives; undefined where that is nothing that can be shown. @throws ScriptFailure */
export async function askComponent(
  deps: Deps,
  integration: Row<"integrations">,
  place: ComponentPlace,
  question: ComponentQuestion,
): Promise<KitFields | undefined> {
  const { space, site } = place;
  const about = {
    installationId: place.installation.id,
    ...(space !== undefined && { spaceId: space }),
    ...(site !== undefined && { siteId: site }),
  };
  const event = { type: "ui_render", ...about, ...question };
  // What people write is theirs: the log has what was asked of which component.
  const noted = { ...about, componentId: question.componentId };
  const { status, body } = await askScript(deps, integration, { event, noted }, { ...place, depth: 1 });
  const output = status === 200 ? answeredJson(body, LARGEST) : undefined;
  return isFields(output) ? output : undefined;
}
