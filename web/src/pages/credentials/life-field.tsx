import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useTranslation } from '#web/texts/texts.ts';
import { LIVES, lifeOf, NO_END } from './life.ts';

interface LifeFieldProps extends NativeSelectProps {
  /** Whether the secret may have no expiry. */
  readonly allowsNoEnd: boolean;
}

/** Chooses the lifetime of a secret. */
export function LifeField({ allowsNoEnd, ...field }: LifeFieldProps) {
  const { t } = useTranslation();
  const lives = LIVES.map((days) => ({
    value: lifeOf(days),
    label: t('credentials.days', { count: days }),
  }));
  return (
    <NativeSelect
      label={t('credentials.life')}
      data={allowsNoEnd ? [...lives, { value: NO_END, label: t('credentials.noEnd') }] : lives}
      {...field}
    />
  );
}
