import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { UserDetail } from '#administration/app-types.ts';
import { resetApp } from '../../api/users.ts';
import { ConsentButton } from '../../components/consent-button.tsx';
import { Section } from '../../components/section.tsx';

/** For somebody who lost their authenticator app and the recovery codes. */
export function UserApp({ user }: { readonly user: UserDetail }) {
  const { t } = useTranslation();
  const name = user.displayName ?? user.userName;
  return (
    <Section
      title={t('secondFactor.app')}
      actions={
        <ConsentButton
          label={t('secondFactor.reset')}
          title={t('secondFactor.resetTitle', { name })}
          verb={t('secondFactor.reset')}
          act={() => resetApp(user.id)}
          notice={t('secondFactor.wasReset')}
        >
          <Text>{t('secondFactor.resetLead')}</Text>
        </ConsentButton>
      }
    >
      <Text>{t('secondFactor.ofUser')}</Text>
    </Section>
  );
}
