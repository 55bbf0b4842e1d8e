/** Credentials for hosts, as they are sent and answered. */
import { Type } from "typebox";
import { closed, named } from "../../http/named.ts";
import { Id, ResourceUrls, Timestamp } from "../../http/shapes.ts";
import { accessToken, Provider, username } from "./schema.ts";

const ConnectionStatus = named(
  "GitConnectionStatus",
  Type.Enum(["pending", "active", "unauthenticated"], {
    description:
      "`pending`: Lectern has not asked the host yet. `unauthenticated`: the host no longer accepts the token; set a new one.",
  }),
);

export const GitConnection = named(
  "GitConnection",
  Type.Object(
    {
      object: Type.Literal("git-connection"),
      id: Type.String(),
      provider: Provider,
      origin: Type.String({ description: "The host: the token is sent there and nowhere else." }),
      username: Type.String(),
      account: Type.Optional(Type.String({ description: "The account of its GitHub App." })),
      status: ConnectionStatus,
      checkedAt: Type.Optional(Timestamp),
      canPush: Type.Optional(
        Type.Boolean({ description: "Whether the host accepts pushes with it, if this was checked." }),
      ),
      canHook: Type.Optional(
        Type.Boolean({
          description:
            "Whether the host shows it the webhooks of the repository, if this was checked. If not, Lectern can't make one. Absent for hosts without an API, and for a GitHub App, which needs none.",
        }),
      ),
      problem: Type.Optional(Type.String({ description: "The error of the host from the last check." })),
      createdBy: Type.Optional(Type.String()),
      createdAt: Timestamp,
      updatedAt: Timestamp,
      urls: ResourceUrls,
    },
    { description: "Credentials for a host of Git repositories, without the token itself." },
  ),
);

export const CreateConnection = named(
  "CreateGitConnection",
  closed({
    provider: Provider,
    url: Type.String({
      minLength: 1,
      maxLength: 2048,
      description: "The https address of the host, or of a repository on it.",
    }),
    username: Type.Optional(username),
    accessToken,
  }),
);

export const UpdateConnection = named(
  "UpdateGitConnection",
  closed({ username: Type.Optional(username), accessToken: Type.Optional(accessToken) }),
);

export const CheckConnection = named(
  "CheckGitConnection",
  closed({
    url: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2048,
        description:
          "The address of a repository on its host. The default is a repository that is synced with it.",
      }),
    ),
  }),
);

export const ConnectionParams = Type.Object({ organizationId: Id, gitConnectionId: Id });
