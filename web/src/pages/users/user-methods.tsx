import { Text } from '@mantine/core';
import type { UserDetail } from '#administration/app-types.ts';
import { removePasskeys, resetApp } from '#web/api/users.ts';
import { ConsentButton } from '#web/components/consent-button.tsx';
import { ItemList } from '#web/components/item-list.tsx';
import { Section } from '#web/components/section.tsx';
import { useTranslation } from '#web/texts/texts.ts';

/** The user's authenticator app and passkeys, with actions to remove lost ones. */
export function UserMethods({ user }: { readonly user: UserDetail }) {
  const { t } = useTranslation();
  const name = user.displayName ?? user.userName;
  const app = {
    id: 'app',
    title: t('secondFactor.app'),
    facts: t('secondFactor.ofUser'),
    actions: (
      <ConsentButton
        label={t('secondFactor.reset')}
        title={t('secondFactor.resetTitle', { name })}
        verb={t('secondFactor.reset')}
        act={() => resetApp(user.id)}
        notice={t('secondFactor.wasReset')}
      >
        <Text>{t('secondFactor.resetLead')}</Text>
      </ConsentButton>
    ),
  };
  const passkeys = {
    id: 'passkeys',
    title: t('userPasskeys.title'),
    facts: t('userPasskeys.count', { count: user.passkeys }),
    actions: (
      <ConsentButton
        label={t('userPasskeys.remove')}
        title={t('userPasskeys.removeTitle', { name })}
        verb={t('userPasskeys.remove')}
        act={() => removePasskeys(user.id)}
        notice={t('userPasskeys.removed')}
      >
        <Text>{t('userPasskeys.removeLead')}</Text>
      </ConsentButton>
    ),
  };
  return (
    <Section title={t('users.methods')}>
      <ItemList items={[...(user.hasApp ? [app] : []), ...(user.passkeys > 0 ? [passkeys] : [])]} />
    </Section>
  );
}
