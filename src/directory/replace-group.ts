import type { Directory, DirectoryDeps } from './contract.ts';
import { patchGroup } from './patch-group.ts';

export const replaceGroup =
  (deps: DirectoryDeps): Directory['replaceGroup'] =>
  (tx, actor, id, { attributes, members, ...others }) =>
    patchGroup(deps)(tx, actor, id, {
      ...others,
      change: () => ({ attributes, members: members ? [{ kind: 'replace', members }] : [] }),
    });
