import type { RunItem } from '#rules/app-types.ts';
import { useTranslation } from '#web/texts/texts.ts';

const REASONS = [
  'condition',
  'rate',
  'depth',
  'too-many-forms',
  'no-creator',
  'interrupted',
  'owner-inactive',
  'owner-rights',
  'target-gone',
  'not-found',
  'forbidden',
  'form-state',
  'template-state',
  'unknown-assignee',
  'invalid-answers',
  'invalid-rows',
  'webhook-disabled',
  'mail-off',
] as const;

/** Returns functions that say in words what a rule did, and why it did nothing. */
export function useRunWords() {
  const { t } = useTranslation();
  return {
    didOf({ type, count = 1, left }: RunItem['done'][number]): string {
      if (left !== undefined) return t(`rules.left.${left}`);
      if (type === 'assign' || type === 'tell') return t(`rules.did.${type}`, { count });
      return t(`rules.did.${type}`);
    },
    reasonOf(reason = ''): string {
      const known = REASONS.find((each) => each === reason);
      return known === undefined
        ? t('rules.reasons.other', { code: reason })
        : t(`rules.reasons.${known}`);
    },
  };
}
