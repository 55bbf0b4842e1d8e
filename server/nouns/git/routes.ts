import { browseOperations } from "./browseRoutes.ts";
import { connectionOperations } from "./connectionRoutes.ts";
import { drivenOperations } from "./drivenRoutes.ts";
import { webhookOperations } from "./hosts/webhookRoutes.ts";
import { installationOperations } from "./installationRoutes.ts";
import { reviewOperations } from "./reviews/reviewRoutes.ts";
import { runOperations } from "./runRoutes.ts";

export const gitOperations = [
  ...connectionOperations,
  ...installationOperations,
  ...browseOperations,
  ...runOperations,
  ...webhookOperations,
  ...reviewOperations,
  ...drivenOperations,
];
