import type { BulkActItem } from '#web/api/bulk-acts.ts';
import type { TFunction } from '#web/texts/texts.ts';

/** Returns what an action does, in words. */
export const nameOf = ({ act, assignee }: BulkActItem, t: TFunction): string =>
  assignee === undefined
    ? t(`bulk.verbs.${act}`)
    : t('bulk.assignedTo', { name: assignee.name ?? t('bulk.gone') });
