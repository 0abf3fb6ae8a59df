import { Textarea, type TextareaProps } from '@mantine/core';
import { useTranslation } from '../../texts.ts';

/** The addresses that a secret works from. */
export function NetworksField(field: TextareaProps) {
  const { t } = useTranslation();
  return (
    <Textarea
      label={t('credentials.networks')}
      description={t('credentials.networksHint')}
      autosize
      {...field}
    />
  );
}
