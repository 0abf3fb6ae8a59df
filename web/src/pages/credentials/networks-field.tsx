import { Textarea, type TextareaProps } from '@mantine/core';
import { useTranslation } from '#web/texts/texts.ts';

/** The networks from which a credential may be used. */
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
