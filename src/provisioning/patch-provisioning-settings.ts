import { actorOf } from '#audit/index.ts';
import { lockAccount } from '#db/account-lock.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { describeProvisioning } from './describe-provisioning.ts';
import { Provisioning, ProvisioningSettingsBody } from './provisioning.shapes.ts';
import type { ProvisioningDeps } from './provisioning-deps.ts';
import {
  readGuardRule,
  saveGuardRule,
  saveRetention,
  saveSyncRules,
} from './provisioning-state.store.ts';

/** PATCH /app/v1/provisioning: what stops provisioning by itself, and how long its log is kept. */
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
      responses: { 200: { description: 'As it is now.', schema: Provisioning } },
    },
    async handle(request) {
      const settings = request.body;
      const { guard, retentionDays } = settings;
      const { db, audit } = deps;
      const { accountId } = request.principal;
      const body = await db.transaction(async (tx) => {
        // Stopping and going on lock it as well: both write the whole rule.
        await lockAccount(tx, accountId);
        if (guard) {
          const { offUntil } = await readGuardRule(tx, accountId);
          await saveGuardRule(tx, accountId, { ...guard, offUntil });
        }
        if (retentionDays !== undefined) await saveRetention(tx, accountId, retentionDays);
        await saveSyncRules(tx, accountId, settings);
        await audit.append(tx, actorOf(request, 'web'), {
          action: 'provisioning.change-settings',
          targetType: 'Account',
          targetId: accountId,
          detail: { ...settings },
        });
        return await describeProvisioning(deps, tx, accountId);
      });
      return { status: 200, body };
    },
  });
