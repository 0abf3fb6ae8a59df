import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { UserDetail } from '#administration/app-types.ts';
import { removePasskeys } from '../../api/users.ts';
import { ConsentButton } from '../../components/consent-button.tsx';
import { Section } from '../../components/section.tsx';

/** For somebody who lost the device that their passkeys are on. */
export function UserPasskeys({ user }: { readonly user: UserDetail }) {
  const { t } = useTranslation();
  const name = user.displayName ?? user.userName;
  return (
    <Section
      title={t('userPasskeys.title')}
      actions={
        <ConsentButton
          label={t('userPasskeys.remove')}
          title={t('userPasskeys.removeTitle', { name })}
          verb={t('userPasskeys.remove')}
          act={() => removePasskeys(user.id)}
          notice={t('userPasskeys.removed')}
        >
          <Text>{t('userPasskeys.removeLead')}</Text>
        </ConsentButton>
      }
    >
      <Text>{t('userPasskeys.count', { count: user.passkeys })}</Text>
    </Section>
  );
}
