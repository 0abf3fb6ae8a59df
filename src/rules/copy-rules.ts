import type { Tx } from '#db/database.ts';
import { type FormActor, normaliseId } from '#form-basics/index.ts';
import { isRuleMaker } from './owner.ts';
import { insertRule, selectRules } from './rules.store.ts';
import type { RuleWrites } from './rules-deps.ts';

/**
 * Copies the rules of a template to its duplicate, for somebody who may see them. The copies are off: each is checked with
 * the rights of the user who turns it on, and what it names may have to be chosen anew.
 */
export const copyRules =
  ({ clock, ids, directory }: Pick<RuleWrites, 'clock' | 'ids' | 'directory'>) =>
  async (tx: Tx, by: FormActor, fromId: string, toId: string): Promise<void> => {
    const templateId = normaliseId(fromId);
    if (templateId === undefined || !(await isRuleMaker(tx, directory, by, templateId))) return;
    const now = clock.now();
    for (const rule of await selectRules(tx, by.accountId, templateId)) {
      await insertRule(tx, {
        ...rule,
        ...{
          id: ids.next(),
          templateId: toId,
          state: 'off',
          stopReason: undefined,
          nextAt: undefined,
        },
        ...{ ownerId: by.userId, createdAt: now, updatedAt: now, revision: 1 },
      });
    }
  };
