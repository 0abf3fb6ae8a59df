import type { Directory, DirectoryDeps } from './contract.ts';
import { patchUser } from './patch-user.ts';

export const replaceUser =
  (deps: DirectoryDeps): Directory['replaceUser'] =>
  (tx, actor, id, { attributes, mentionsActive, ...others }) =>
    patchUser(deps)(tx, actor, id, {
      ...others,
      change: (before) => (mentionsActive ? attributes : { ...attributes, active: before.active }),
      mayDeactivate: mentionsActive && attributes['active'] === false,
    });
