import { Button, List } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserDetail } from '#account/app-types.ts';
import { createLink } from '../../api/users.ts';
import { ConsentDialog } from '../../components/consent-dialog.tsx';
import { SecretDialog } from '../../components/secret-dialog.tsx';

/** A way in for somebody without a password, or who has forgotten it: a link, shown once, to pass on. */
export function UserLink({ user }: { readonly user: UserDetail }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const [url, setUrl] = useState<string>();
  const name = user.displayName ?? user.userName;
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t(user.hasPassword ? 'userLink.reset' : 'userLink.invite')}
      </Button>
      {isAsking && (
        <ConsentDialog
          title={t('userLink.title', { name })}
          verb={t('userLink.make')}
          isHarmless
          act={async () => setUrl(await createLink(user.id))}
          onDone={() => setAsking(false)}
          onCancel={() => setAsking(false)}
        >
          <List>
            <List.Item>{t('userLink.once')}</List.Item>
            <List.Item>{t('userLink.whoever')}</List.Item>
            <List.Item>{t('userLink.replaces')}</List.Item>
          </List>
        </ConsentDialog>
      )}
      {url !== undefined && (
        <SecretDialog
          title={name}
          lead={t('userLink.pass')}
          shown={[{ label: t('userLink.link'), text: url }]}
          onDone={() => setUrl(undefined)}
        />
      )}
    </>
  );
}
