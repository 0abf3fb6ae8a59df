import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { lockAccount } from '#db/account-lock.ts';
import type { Tx } from '#db/database.ts';
import type { Actor } from '#kernel/actor.ts';
import type { SecondFactorChange } from './account.shapes.ts';
import {
  readSecondFactorRule,
  type SecondFactorRule,
  saveSecondFactorRule,
} from './second-factor-rule.store.ts';

/** Each group includes the ones before it. */
const SCOPES: readonly SecondFactorRule['appliesTo'][] = [
  'nobody',
  'admins',
  'designers',
  'everybody',
];

/** Changes the rule; omitted values stay. The grace period starts again when the rule is extended to more people. */
export async function setSecondFactorRule(
  { audit, clock }: Pick<AdministrationDeps, 'audit' | 'clock'>,
  tx: Tx,
  actor: Actor & { readonly accountId: string },
  change: SecondFactorChange,
): Promise<void> {
  const { accountId } = actor;
  await lockAccount(tx, accountId);
  const from = await readSecondFactorRule(tx, accountId);
  const appliesTo = change.for ?? from.appliesTo;
  const graceDays = change.graceDays ?? from.graceDays;
  const asksMore = SCOPES.indexOf(appliesTo) > SCOPES.indexOf(from.appliesTo);
  await saveSecondFactorRule(tx, accountId, {
    appliesTo,
    graceDays,
    since: asksMore ? clock.now() : from.since,
  });
  await audit.append(tx, actor, {
    action: 'account.set-second-factor',
    targetType: 'Account',
    targetId: accountId,
    detail: {
      from: { for: from.appliesTo, graceDays: from.graceDays },
      to: { for: appliesTo, graceDays },
    },
  });
}
