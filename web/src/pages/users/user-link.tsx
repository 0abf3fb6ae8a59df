import { Checkbox, List } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserDetail } from '#administration/app-types.ts';
import { accountQuery } from '#web/api/account.ts';
import { createLink } from '#web/api/users.ts';
import { ConsentButton } from '#web/components/consent-button.tsx';
import { SecretDialog } from '#web/components/secret-dialog.tsx';
import { useTranslation } from '#web/texts/texts.ts';

/**
 * Creates a one-time link for a user without a password, or who has forgotten it. It is shown once, or sent by mail.
 */
export function UserLink({ user }: { readonly user: UserDetail }) {
  const { t } = useTranslation();
  const [isSent, setSent] = useState(false);
  const [url, setUrl] = useState<string>();
  const { data: account } = useQuery(accountQuery);
  const email = account?.mailOffered === true ? user.email : undefined;
  const sends = email !== undefined && isSent;
  const name = user.displayName ?? user.userName;
  const make = async () => {
    const link = await createLink(user.id, sends);
    setUrl(link.url);
    if (link.sentTo === undefined) return;
    notifications.show({ message: t('userLink.sent', { email: link.sentTo }) });
  };
  return (
    <>
      <ConsentButton
        label={t(user.hasPassword ? 'userLink.reset' : 'userLink.invite')}
        title={t('userLink.title', { name })}
        verb={t(sends ? 'userLink.send' : 'userLink.make')}
        isHarmless
        act={make}
      >
        <List>
          <List.Item>{t('userLink.once')}</List.Item>
          <List.Item>{t('userLink.whoever')}</List.Item>
          <List.Item>{t('userLink.replaces')}</List.Item>
        </List>
        {email !== undefined && (
          <Checkbox
            label={t('userLink.byMail', { email })}
            description={t('userLink.byMailHint')}
            checked={isSent}
            onChange={({ currentTarget }) => setSent(currentTarget.checked)}
          />
        )}
      </ConsentButton>
      {url !== undefined && (
        <SecretDialog
          title={name}
          once={t('userLink.shownOnce')}
          lead={t('userLink.pass')}
          shown={[{ label: t('userLink.link'), text: url }]}
          onDone={() => setUrl(undefined)}
        />
      )}
    </>
  );
}
