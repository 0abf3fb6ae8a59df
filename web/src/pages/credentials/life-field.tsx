import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LIVES, lifeOf, NO_END } from './life.ts';

interface LifeFieldProps extends NativeSelectProps {
  /** Whether it may have no end. */
  readonly isEndless: boolean;
}

/** How long a secret works. */
export function LifeField({ isEndless, ...field }: LifeFieldProps) {
  const { t } = useTranslation();
  const lives = LIVES.map((days) => ({
    value: lifeOf(days),
    label: t('credentials.days', { count: days }),
  }));
  return (
    <NativeSelect
      label={t('credentials.life')}
      data={isEndless ? [...lives, { value: NO_END, label: t('credentials.noEnd') }] : lives}
      {...field}
    />
  );
}
