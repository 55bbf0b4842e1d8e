import type { Operation } from "../../http/operation.ts";
import { permissionsOf } from "./operations.ts";
import { ofCollection, ofSpace } from "./kinds.ts";

export const permissionOperations: readonly Operation[] = [
  ...permissionsOf(ofSpace),
  ...permissionsOf(ofCollection),
];
