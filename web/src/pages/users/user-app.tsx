import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserDetail } from '#administration/app-types.ts';
import { resetApp } from '../../api/users.ts';
import { ConsentDialog } from '../../components/consent-dialog.tsx';
import { Section } from '../../components/section.tsx';

/** For somebody who lost their authenticator app and the recovery codes. */
export function UserApp({ user }: { readonly user: UserDetail }) {
  const { t } = useTranslation();
  const [isRemoving, setRemoving] = useState(false);
  const name = user.displayName ?? user.userName;
  return (
    <Section
      title={t('secondFactor.app')}
      actions={
        <Button variant="default" onClick={() => setRemoving(true)}>
          {t('secondFactor.reset')}
        </Button>
      }
    >
      <Text>{t('secondFactor.ofUser')}</Text>
      {isRemoving && (
        <ConsentDialog
          title={t('secondFactor.resetTitle', { name })}
          verb={t('secondFactor.reset')}
          act={() => resetApp(user.id)}
          onDone={() => {
            setRemoving(false);
            notifications.show({ message: t('secondFactor.wasReset') });
          }}
          onCancel={() => setRemoving(false)}
        >
          <Text>{t('secondFactor.resetLead')}</Text>
        </ConsentDialog>
      )}
    </Section>
  );
}
