// Provisioning as admins see and control it: its state, role mappings, the connection test, the guard against large
// changes, and the provisioning log. The folder `scim` handles the requests of the identity provider.
import type { Endpoint } from '#http/endpoint.ts';
import { deleteEndedRoleMapping } from './app/delete-ended-role-mapping.ts';
import { getProvisioning } from './app/get-provisioning.ts';
import { listRoleMappings } from './app/list-role-mappings.ts';
import { patchProvisioningSettings } from './app/patch-provisioning-settings.ts';
import { putProvisioningState } from './app/put-provisioning-state.ts';
import { putRoleMappings } from './app/put-role-mappings.ts';
import { testConnection } from './app/test-connection.ts';
import { exportLog } from './log/app/export-log.ts';
import { getLogEntry } from './log/app/get-log-entry.ts';
import { listLogEntries } from './log/app/list-log-entries.ts';
import { listSeenAttributes } from './log/app/list-seen-attributes.ts';
import type { ProvisioningDeps } from './provisioning-deps.ts';

export { createLeavingGuard } from './leaving-guard.ts';
export { countLogAgain, cutLogs, type SizedEntry, selectCutLogs } from './log/log-size.store.ts';
export { deleteOldEntries } from './log/provisioning-log.store.ts';
export { createProvisioningLog } from './log/provisioning-log.ts';
export { findUnauthenticatedAfter } from './log/unauthenticated.store.ts';

export function provisioningEndpoints(deps: ProvisioningDeps): readonly Endpoint[] {
  return [
    getProvisioning(deps),
    putProvisioningState(deps),
    patchProvisioningSettings(deps),
    listRoleMappings(deps),
    putRoleMappings(deps),
    deleteEndedRoleMapping(deps),
    testConnection(deps),
    listLogEntries(deps),
    exportLog(deps),
    getLogEntry(deps),
    listSeenAttributes(deps),
  ];
}
