import { useTranslation } from '#web/texts/texts.ts';
import type { WebhookDelivery } from '#webhooks/app-types.ts';

/**
 * Shows the status that the receiver answered with, or why there was no answer. Attempts that an older version of
 * Formstead made have the reason in English only.
 */
export function AnswerText({ status, error, reason, ms }: WebhookDelivery['attempts'][number]) {
  const { t } = useTranslation();
  if (status !== undefined) return t('webhooks.answered', { status, ms });
  if (reason === undefined) return <span lang="en">{error}</span>;
  return (
    <>
      {t(`callFailures.${reason}`)}
      {reason === 'other' && (
        <>
          {' '}
          <span lang="en">{error}</span>
        </>
      )}
    </>
  );
}
