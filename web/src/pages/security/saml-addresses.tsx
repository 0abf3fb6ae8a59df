import { Stack, Text } from '@mantine/core';
import type { SsoConnection } from '#sign-in/app-types.ts';
import { Copyable } from '#web/components/copyable.tsx';
import { Labelled } from '#web/components/labelled.tsx';
import { useTranslation } from '#web/texts/texts.ts';

const ADDRESSES = {
  acsUrl: 'sso.saml.acsUrl',
  entityId: 'sso.saml.entityId',
  metadataUrl: 'sso.saml.metadataUrlOwn',
} as const;
type Address = keyof typeof ADDRESSES;
const ORDER: readonly Address[] = ['acsUrl', 'entityId', 'metadataUrl'];

/** What to enter at the identity provider of a connection by SAML. */
export function SamlAddresses({ connection: { saml } }: { readonly connection: SsoConnection }) {
  const { t } = useTranslation();
  return (
    saml && (
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('sso.saml.addressesHint')}
        </Text>
        {ORDER.map((each) => (
          <Labelled key={each} label={t(ADDRESSES[each])}>
            <Copyable name={t(ADDRESSES[each])} text={saml[each]} />
          </Labelled>
        ))}
      </Stack>
    )
  );
}
