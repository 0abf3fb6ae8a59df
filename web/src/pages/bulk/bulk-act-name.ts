import type { BulkActItem } from '#web/api/bulk-acts.ts';
import type { TFunction } from '#web/texts/texts.ts';

/** Returns what an action does, in words. */
export function nameOf({ act, assignee, changes }: BulkActItem, t: TFunction): string {
  if (assignee !== undefined) {
    const name = assignee.name ?? t('bulk.gone');
    return t(act === 'hand-on' ? 'bulk.handedOnTo' : 'bulk.assignedTo', { name });
  }
  if (changes?.dueDate !== undefined) return t('bulk.verbs.due');
  if (changes?.instructions !== undefined) return t('bulk.verbs.instruct');
  return t(`bulk.verbs.${act}`);
}

const WORK_ACTS: readonly BulkActItem['act'][] = ['hand-on', 'change', 'remind', 'cancel'];

/** Whether an action is about work, and not about forms. */
export const isWorkAct = ({ act }: Pick<BulkActItem, 'act'>): boolean => WORK_ACTS.includes(act);
