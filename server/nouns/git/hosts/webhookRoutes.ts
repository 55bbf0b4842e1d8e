import { chapter, holding, ok, op } from "../../../http/operation.ts";
import { refusePart, replaceHookSecret } from "../commands.ts";
import { presentWebhook, tracedInstallation } from "../present.ts";
import { loadInstallation } from "../queries.ts";
import { InstallationParams } from "../schema.ts";
import { GitWebhookWithSecret } from "./schema.ts";
import { newWebhookSecret, sealHookSecret } from "./secret.ts";

export const webhookOperations = chapter("Git", [
  op({
    method: "POST",
    url: "/git/installations/:gitInstallationId/webhook",
    operationId: "replaceGitWebhookSecret",
    call: "git.replaceWebhookSecret",
    summary: "Replace the webhook secret of a Git installation",
    description: "For setting up the webhook by hand at the host. The previous secret is no longer valid.",
    scopes: [],
    access: holding("The Git installation", loadInstallation, "admin"),
    shapes: { params: InstallationParams },
    answers: { 200: GitWebhookWithSecret },
    handler: ({ deps, thing: { installation }, change }) =>
      change(async (running) => {
        refusePart(installation);
        const secret = newWebhookSecret();
        const sealed = sealHookSecret(deps.secrets, installation.id, secret);
        const row = await replaceHookSecret(running, installation, sealed);
        await running.trace({
          action: "git.update",
          ...tracedInstallation(row),
          after: { webhook: "secret" },
        });
        return ok({ webhook: presentWebhook(row, deps.addresses, secret), secret });
      }),
  }),
]);
