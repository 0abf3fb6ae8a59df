import { Text } from '@mantine/core';
import { ApiError } from '#web/api/client.ts';
import { dateTimeText } from '#web/components/calendar-formats.ts';
import { Problem } from '#web/components/problem.tsx';
import { Front } from '#web/shell/front.tsx';
import { useTranslation } from '#web/texts/texts.ts';

const TOLD = [
  'public-link-unknown',
  'public-link-paused',
  'public-link-ended',
  'public-link-full',
  'public-links-off',
  'public-link-answered',
] as const;

/** Says why a link opens no form. */
export function Refused({ error }: { readonly error: Error }) {
  const { t, i18n } = useTranslation();
  const code = error instanceof ApiError ? error.code : '';
  const told = TOLD.find((each) => each === code);
  if (told !== undefined) {
    return (
      <Front title={t(`answer.states.${told}`)}>
        <Text role="alert">{t(`answer.texts.${told}`)}</Text>
      </Front>
    );
  }
  const opensAt = error instanceof ApiError ? error.members['opensAt'] : undefined;
  if (code === 'public-link-early' && typeof opensAt === 'string') {
    const when = dateTimeText(new Date(opensAt), i18n.locale);
    return (
      <Front title={t('answer.states.public-link-early')}>
        <Text role="alert">{t('answer.opensAt', { when })}</Text>
      </Front>
    );
  }
  return (
    <Front title={t('problem.notOpened')}>
      <Problem error={error} title={t('problem.notOpened')} onRetry={() => location.reload()} />
    </Front>
  );
}
