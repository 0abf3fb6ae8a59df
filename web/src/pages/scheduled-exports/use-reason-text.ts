import { refusalText } from '#web/components/problem.tsx';
import { useTranslation } from '#web/texts/texts.ts';

const REASONS = [
  'owner-inactive',
  'no-template',
  'no-view',
  'not-admin',
  'no-bucket',
  'cancelled',
  'results-hidden',
  'bucket-failed',
  'interrupted',
  'archive-full',
  'too-heavy',
  'internal',
] as const;

/** Returns a function that says why an export failed, or why it is not scheduled any more. */
export function useReasonText(): (reason: string | undefined) => string {
  const { t } = useTranslation();
  return (reason = 'internal') => {
    const own = REASONS.find((each) => each === reason);
    return own ? t(`scheduledExports.reasons.${own}`) : refusalText({ code: reason, text: '' }, t);
  };
}
