import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserDetail } from '#administration/app-types.ts';
import { removePasskeys } from '../../api/users.ts';
import { ConsentDialog } from '../../components/consent-dialog.tsx';
import { Section } from '../../components/section.tsx';

/** For somebody who lost the device that their passkeys are on. */
export function UserPasskeys({ user }: { readonly user: UserDetail }) {
  const { t } = useTranslation();
  const [isRemoving, setRemoving] = useState(false);
  const name = user.displayName ?? user.userName;
  return (
    <Section
      title={t('userPasskeys.title')}
      actions={
        <Button variant="default" onClick={() => setRemoving(true)}>
          {t('userPasskeys.remove')}
        </Button>
      }
    >
      <Text>{t('userPasskeys.count', { count: user.passkeys })}</Text>
      {isRemoving && (
        <ConsentDialog
          title={t('userPasskeys.removeTitle', { name })}
          verb={t('userPasskeys.remove')}
          act={() => removePasskeys(user.id)}
          onDone={() => {
            setRemoving(false);
            notifications.show({ message: t('userPasskeys.removed') });
          }}
          onCancel={() => setRemoving(false)}
        >
          <Text>{t('userPasskeys.removeLead')}</Text>
        </ConsentDialog>
      )}
    </Section>
  );
}
