import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useTranslation } from '../../texts.ts';
import { LIVES, lifeOf, NO_END } from './life.ts';

interface LifeFieldProps extends NativeSelectProps {
  /** Whether "no end" is one of the choices. */
  readonly allowsNoEnd: boolean;
}

/** Asks for how long a secret works. */
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
