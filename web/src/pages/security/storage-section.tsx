import { Progress, Stack, Text } from '@mantine/core';
import type { AccountSettings } from '#administration/app-types.ts';
import { fillLevelOf } from '#quotas/fill-level.ts';
import { Labelled } from '#web/components/labelled.tsx';
import { Section } from '#web/components/section.tsx';
import { sizeText } from '#web/components/size-text.ts';
import { useTranslation } from '#web/texts/texts.ts';

type Usage = AccountSettings['usage'];
type Kind = Exclude<keyof Usage, 'isCounting'>;

/** The storage that the organisation uses, and its limits. Only the operator can change the limits. */
export function StorageSection({ usage }: { readonly usage: Usage }) {
  const { t } = useTranslation();
  return (
    <Section title={t('storage.title')} lead={t('storage.lead')}>
      <Stack gap="sm">
        <Used kind="fileBytes" {...usage.fileBytes} />
        <Used kind="forms" {...usage.forms} />
        <Used kind="answerBytes" {...usage.answerBytes} />
      </Stack>
      {usage.isCounting && <Text size="sm">{t('storage.counting')}</Text>}
      <Text size="sm" c="dimmed" maw="44rem">
        {t('storage.room')}
      </Text>
    </Section>
  );
}

const COLORS = {
  low: 'harbour',
  high: 'var(--amber-text)',
  full: 'var(--red-text)',
} as const;

function Used({ kind, used, limit }: Usage[Kind] & { readonly kind: Kind }) {
  const { t, i18n } = useTranslation();
  const show = (amount: number): string =>
    kind === 'forms' ? amount.toLocaleString(i18n.language) : sizeText(amount, i18n.language);
  const label = t(`storage.${kind}`);
  if (limit === undefined) {
    return (
      <Labelled label={label}>
        <Text>{t('storage.unlimited', { used: show(used) })}</Text>
      </Labelled>
    );
  }
  const percent = Math.floor((100 * used) / Math.max(1, limit));
  const text = t('storage.used', { used: show(used), limit: show(limit), percent });
  const level = fillLevelOf({ used, limit });
  return (
    <Labelled label={label}>
      <Text>{text}</Text>
      <Progress
        value={Math.min(100, percent)}
        mt={4}
        color={COLORS[level]}
        aria-label={`${label}: ${text}`}
      />
      {level !== 'low' && (
        <Text size="sm" mt={4}>
          {t(level === 'full' ? `storage.${kind}Full` : 'storage.fillsUp')}
        </Text>
      )}
    </Labelled>
  );
}
