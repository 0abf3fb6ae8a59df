import { List, Text } from '@mantine/core';
import type { AccountSettings } from '#administration/app-types.ts';
import { changeAccount } from '#web/api/account.ts';
import { ConsentButton } from '#web/components/consent-button.tsx';
import { Section } from '#web/components/section.tsx';
import { useTranslation } from '#web/texts/texts.ts';

/** Whether designers may make links by which people without an account fill in forms. */
export function PublicLinksSection({ account }: { readonly account: AccountSettings }) {
  const { t } = useTranslation();
  const { publicLinks } = account;
  const turn = publicLinks ? 'off' : 'on';
  return (
    <Section
      title={t('security.publicLinks.title')}
      lead={t('security.publicLinks.lead')}
      actions={
        <ConsentButton
          label={t(`security.publicLinks.${turn}.label`)}
          title={t(`security.publicLinks.${turn}.title`)}
          verb={t(`security.publicLinks.${turn}.label`)}
          isHarmless={turn === 'on'}
          act={() => changeAccount({ publicLinks: !publicLinks })}
        >
          <List>
            <List.Item>{t(`security.publicLinks.${turn}.first`)}</List.Item>
            <List.Item>{t(`security.publicLinks.${turn}.second`)}</List.Item>
          </List>
        </ConsentButton>
      }
    >
      <Text>{t(publicLinks ? 'security.publicLinks.isOn' : 'security.publicLinks.isOff')}</Text>
    </Section>
  );
}
