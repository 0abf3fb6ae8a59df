// The deployment's signing and encryption keys: stored wrapped by the master key, shared by all nodes, and rotated
// without a failed request. This folder knows where keys are stored and how long they live, but not what a token
// contains, nor who may rotate keys.
export { findMasterKeyFault, listKeys, masterKeyIds } from './inspect-keys.ts';
export {
  masterKeyFile,
  newMasterKeyFile,
  readKeyFile,
  replaceKeyFile,
  writeKeyFile,
} from './key-file.ts';
export type { KeyInfo } from './key-info.ts';
export { openKeyRing, type StoredKeyRing } from './key-ring.ts';
export { readMovedId, writeMovedId } from './master-key.store.ts';
export { loadMasterKey, readMasterKey } from './master-key.ts';
export { MasterKeyError } from './master-key-error.ts';
export {
  type FoundMasterKeys,
  findMasterKeys,
  type MasterKey,
  type MasterKeys,
  oneMasterKey,
  openMasterKeys,
  toMasterKey,
} from './master-keys.ts';
export { moveToMasterKey } from './move-keys.ts';
export { moveSealedTexts } from './move-sealed-texts.ts';
export { createHolder, nodesWithout } from './presence.ts';
export { repairKeyTimes, selectFutureKeys } from './repair-key-times.ts';
