// The connection of an identity provider as admins see and steer it: its state, what its groups mean, a test of it, what
// it may not do at once, and the log of what it sent. What it says is understood by `scim`.
import type { Endpoint } from '#http/endpoint.ts';
import { getProvisioning } from './get-provisioning.ts';
import { listRoleMappings } from './list-role-mappings.ts';
import { exportLog } from './log/export-log.ts';
import { getLogEntry } from './log/get-log-entry.ts';
import { listLogEntries } from './log/list-log-entries.ts';
import { listSeenAttributes } from './log/list-seen-attributes.ts';
import { patchProvisioningSettings } from './patch-provisioning-settings.ts';
import type { ProvisioningDeps } from './provisioning-deps.ts';
import { putProvisioningState } from './put-provisioning-state.ts';
import { putRoleMappings } from './put-role-mappings.ts';
import { testConnection } from './test-connection.ts';

export { createLeavingGuard } from './leaving-guard.ts';
export { deleteOldEntries } from './log/provisioning-log.store.ts';
export { createProvisioningLog, type ProvisioningLog } from './log/provisioning-log.ts';
export { findUnprovenAfter } from './log/unproven.store.ts';

export function provisioningEndpoints(deps: ProvisioningDeps): readonly Endpoint[] {
  return [
    getProvisioning(deps),
    putProvisioningState(deps),
    patchProvisioningSettings(deps),
    listRoleMappings(deps),
    putRoleMappings(deps),
    testConnection(deps),
    listLogEntries(deps),
    exportLog(deps),
    getLogEntry(deps),
    listSeenAttributes(deps),
  ];
}
