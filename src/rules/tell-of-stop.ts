import type { Tx } from '#db/database.ts';
import type { Told } from '#kernel/notice.ts';
import { selectGrants } from '#templates/index.ts';
import type { Rule, StopReason } from './rule.ts';
import { stopRule } from './rules.store.ts';
import type { RulesDeps } from './rules-deps.ts';

/** More people and groups are not named in one notice. */
const MOST_MANAGERS = 20;

/** Stops a rule, and tells its owner and those who were given the right to manage the template; or else the admins. */
export async function tellOfStop(
  { tell }: Pick<RulesDeps, 'tell'>,
  tx: Tx,
  rule: Rule,
  reason: StopReason,
  now: number,
): Promise<void> {
  await stopRule(tx, rule, reason, now);
  const { accountId, templateId, ownerId } = rule;
  const grants = await selectGrants(tx, accountId, templateId);
  const managers = grants.flatMap(({ manage, subject: id, type }): Told[] =>
    manage && type !== 'Role' && id !== ownerId ? [{ type, id }] : [],
  );
  const others = managers.length > 0 ? managers.slice(0, MOST_MANAGERS) : [ADMINS];
  await tell(tx, {
    ...{ accountId, kind: 'rule-stopped', key: templateId, outcome: reason },
    about: { type: 'template', id: templateId },
    to: [{ type: 'User', id: ownerId }, ...others],
  });
}

const ADMINS = { type: 'Admins', id: '' } as const;
