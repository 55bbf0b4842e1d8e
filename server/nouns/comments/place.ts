/** The two places where comments are made: the same operations are there under two addresses. */
import type { TObject } from "typebox";
import type { LoadCall } from "../../http/operation.ts";
import { loadChangeRequest } from "../change-requests/queries.ts";
import { ChangeRequestParams } from "../change-requests/schema.ts";
import { loadSpace } from "../spaces/queries.ts";
import { SpaceParams } from "../spaces/schema.ts";
import type { PlaceThing } from "./queries.ts";

export interface Discussion {
  /** In 404 sentences. */
  readonly noun: string;
  readonly load: (call: LoadCall) => Promise<PlaceThing | undefined>;
  /** In summaries. */
  readonly of: string;
  /** At the end of operation ids. */
  readonly suffix: "Space" | "ChangeRequest";
  /** In calls. */
  readonly resource: "spaces" | "changeRequests";
  readonly url: string;
  readonly params: TObject["properties"];
}

export const onSpace: Discussion = {
  noun: "The space",
  load: loadSpace,
  of: "a space",
  suffix: "Space",
  resource: "spaces",
  url: "/spaces/:spaceId",
  params: SpaceParams.properties,
};

export const onChangeRequest: Discussion = {
  noun: "The change request",
  load: loadChangeRequest,
  of: "a change request",
  suffix: "ChangeRequest",
  resource: "changeRequests",
  url: "/spaces/:spaceId/change-requests/:changeRequestId",
  params: ChangeRequestParams.properties,
};
