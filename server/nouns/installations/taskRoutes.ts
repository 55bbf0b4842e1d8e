import type { LoadCall } from "../../http/operation.ts";
import { chapter, empty, holding, op } from "../../http/operation.ts";
import { type IntegrationThing, loadOwnIntegration } from "../integrations/queries.ts";
import { findInstallation } from "./queries.ts";
import * as schema from "./schema.ts";
import { countTask, queueTask } from "./tasks.ts";

/** A task is told whole, and kept until then. */
const LARGEST_TASK = 64 * 1024;

/** The integration that the path names, for itself, for an installation of it, and for its administrators. */
async function loadWorkingIntegration(call: LoadCall): Promise<IntegrationThing | undefined> {
  const thing = await loadOwnIntegration(call);
  const { deps, identity } = call;
  if (thing === undefined || identity.installation === undefined) return thing;
  // Who installed it may be an administrator of another one.
  const { id, organization } = identity.installation;
  const own = await findInstallation(deps.db.read, { organization_id: organization, id }, []);
  const isItself = own?.integration_id === thing.integration.id;
  return { ...thing, rights: { ...thing.rights, admin: isItself } };
}

export const taskOperations = chapter("Installations", [
  op({
    method: "POST",
    url: "/integrations/:integrationName/tasks",
    operationId: "queueIntegrationTask",
    call: "integrations.queueTask",
    summary: "Schedule a task of an integration",
    description:
      "Its script is sent the task as `{task}` by a POST to `/tasks` below the endpoint of whoever asks: an installation, or the integration itself. `x-gitbook-integration-signature` there is the HMAC-SHA256 of the body with `signingSecrets.integration`, in hexadecimal. A task may be sent twice, where a process ended.",
    scopes: ["installation", "integration"],
    access: holding("The integration", loadWorkingIntegration, "admin"),
    shapes: { params: schema.IntegrationParams, body: schema.QueueTask },
    bodyLimit: LARGEST_TASK,
    answers: { 204: null },
    handler: ({ deps, thing: { integration }, body, identity, change }) => {
      const { installation } = identity;
      countTask(deps, installation?.id ?? integration.id);
      return change(async ({ tx, now, newId, trace }) => {
        const organization = installation?.organization ?? integration.organization_id;
        await queueTask(tx, {
          id: newId(),
          organization,
          integration: integration.id,
          ...(installation && { installation: installation.id }),
          task: body.task,
          depth: (installation ?? identity.integration)?.depth ?? 1,
          due: now + Math.round((body.schedule ?? 0) * 1000),
          now,
        });
        await trace({
          action: "integration.task",
          organization,
          target: { type: "integration", id: integration.id, label: integration.name },
        });
        return empty(204);
      });
    },
  }),
]);
