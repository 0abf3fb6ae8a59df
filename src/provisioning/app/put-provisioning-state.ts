import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { describeProvisioning } from '#provisioning/describe-provisioning.ts';
import { Provisioning, ProvisioningStateBody } from '#provisioning/provisioning.shapes.ts';
import type { ProvisioningDeps } from '#provisioning/provisioning-deps.ts';
import {
  forgetLeavings,
  readGuardRule,
  saveGuardRule,
  saveState,
} from '#provisioning/provisioning-state.store.ts';

const MINUTE_MS = 60_000;

/** PUT /app/v1/provisioning/state: turns provisioning on, pauses it, or disconnects it. */
export const putProvisioningState = (deps: ProvisioningDeps): Endpoint =>
  appEndpoint({
    method: 'PUT',
    path: '/app/v1/provisioning/state',
    role: 'admin',
    confirmed: true,
    body: ProvisioningStateBody,
    doc: {
      summary: 'Turn provisioning on, pause it, or disconnect it',
      tag: 'Provisioning',
      description:
        'Takes effect with the next request of an identity provider. Users and groups do not change.',
      responses: { 200: { description: 'The current state.', schema: Provisioning } },
    },
    async handle(request) {
      const { state, allowLargeChange = false } = request.body;
      const { db, audit, clock } = deps;
      const actor = actorOf(request, 'web');
      const { accountId, userId } = request.principal;
      const now = clock.now();
      await db.transaction(async (tx) => {
        await saveState(tx, accountId, { to: state, reason: 'admin', by: userId, now });
        if (state === 'on') {
          await forgetLeavings(tx, accountId);
          const rule = await readGuardRule(tx, accountId);
          const offUntil = allowLargeChange ? now + rule.windowMinutes * MINUTE_MS : undefined;
          await saveGuardRule(tx, accountId, { ...rule, offUntil });
        }
        await audit.append(tx, actor, {
          action: 'provisioning.set-state',
          targetType: 'Account',
          targetId: accountId,
          detail: { to: state, reason: 'admin', ...(allowLargeChange && { allowLargeChange }) },
        });
      });
      return { status: 200, body: await describeProvisioning(deps, accountId) };
    },
  });
