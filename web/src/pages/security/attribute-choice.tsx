import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import type { SsoConnection } from '#sign-in/app-types.ts';
import { useTranslation } from '#web/texts/texts.ts';

const ATTRIBUTES: readonly SsoConnection['attribute'][] = ['externalId', 'userName'];

/** Chooses the attribute of users that the claim of a connection must equal. */
export function AttributeChoice(field: NativeSelectProps) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      label={t('sso.attribute')}
      description={t('sso.attributeHint')}
      data={ATTRIBUTES.map((value) => ({ value, label: t(`sso.attributes.${value}`) }))}
      {...field}
    />
  );
}
