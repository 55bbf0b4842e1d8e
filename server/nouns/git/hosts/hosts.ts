/** The hosts that are known, by what installations call them. */
import type { Row } from "../../../db/schema.ts";
import { bitbucket } from "./bitbucket.ts";
import { gitea } from "./gitea.ts";
import { github } from "./github.ts";
import { gitlab } from "./gitlab.ts";
import type { Host } from "./host.ts";
import { addressToken, isSame } from "./proof.ts";

/** Any host: nothing is known of its API, nor how it would sign. Whoever knows the address may tell it to look. */
const plain: Pick<Host, "isProven" | "delivery" | "readEvent"> = {
  isProven: ({ token = "" }, secret) => isSame(token, addressToken(secret)),
  delivery: () => undefined,
  readEvent: () => ({ kind: "look" }),
};

type Provider = Row<"git_installations">["provider"];

const HOSTS: Readonly<Partial<Record<Provider, Host>>> = { github, gitlab, gitea, bitbucket };

/** The host with its API; undefined where it has none that is known. */
export function hostWithApi(provider: Provider): Host | undefined {
  return HOSTS[provider];
}

/** How a host tells of what happens. */
export function hostThatTells(provider: Provider): Pick<Host, "isProven" | "delivery" | "readEvent"> {
  return HOSTS[provider] ?? plain;
}
