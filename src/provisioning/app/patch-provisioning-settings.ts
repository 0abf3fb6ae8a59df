import { actorOf } from '#audit/index.ts';
import { lockAccount } from '#db/account-lock.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { describeProvisioning } from '#provisioning/describe-provisioning.ts';
import { Provisioning, ProvisioningSettingsBody } from '#provisioning/provisioning.shapes.ts';
import type { ProvisioningDeps } from '#provisioning/provisioning-deps.ts';
import {
  readGuardRule,
  saveGuardRule,
  saveRetention,
  saveSyncRules,
} from '#provisioning/provisioning-state.store.ts';

/** PATCH /app/v1/provisioning: the guard, the retention time of the log, and the sync rules. */
export const patchProvisioningSettings = (deps: ProvisioningDeps): Endpoint =>
  appEndpoint({
    method: 'PATCH',
    path: '/app/v1/provisioning',
    role: 'admin',
    confirmed: true,
    body: ProvisioningSettingsBody,
    doc: {
      summary: 'Change the settings of provisioning',
      tag: 'Provisioning',
      responses: { 200: { description: 'The current state.', schema: Provisioning } },
    },
    async handle(request) {
      const settings = request.body;
      const { guard, retentionDays } = settings;
      const { db, audit } = deps;
      const { accountId } = request.principal;
      await db.transaction(async (tx) => {
        // A change of the state locks the account as well, because both write the whole guard rule.
        await lockAccount(tx, accountId);
        if (guard) {
          await saveGuardRule(tx, accountId, {
            ...(await readGuardRule(tx, accountId)),
            ...guard,
          });
        }
        if (retentionDays !== undefined) await saveRetention(tx, accountId, retentionDays);
        await saveSyncRules(tx, accountId, settings);
        await audit.append(tx, actorOf(request, 'web'), {
          action: 'provisioning.change-settings',
          targetType: 'Account',
          targetId: accountId,
          detail: { ...settings },
        });
      });
      return { status: 200, body: await describeProvisioning(deps, accountId) };
    },
  });
