import { Button, Group, Menu } from '@mantine/core';
import { IconKey, IconPlus, IconUsersPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Credential } from '#administration/app-types.ts';
import { CREDENTIALS, type Issued } from '#web/api/credentials.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Page } from '#web/components/page.tsx';
import { PageMenu } from '#web/components/page-menu.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { useList } from '#web/lists/use-list.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { AudienceDialog } from './audience-dialog.tsx';
import { CreateCredential } from './create-credential.tsx';
import { CreateToken } from './create-token.tsx';
import { type CredentialDeed, useCredentialColumns } from './credential-columns.tsx';
import { DetailsDialog } from './details-dialog.tsx';
import { IssuedDialog } from './issued-dialog.tsx';
import { RegenerateDialog } from './regenerate-dialog.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';

/** The dialog that is open over the list. */
type Open =
  | { readonly what: 'create' | 'create-token' }
  | { readonly what: CredentialDeed; readonly credential: Credential }
  | { readonly what: 'issued'; readonly issued: Issued };

/** The credentials of the API and the provisioning tokens. */
export function CredentialsPage() {
  const { t } = useTranslation();
  const list = useList<Credential>(CREDENTIALS);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const show = (issued: Issued) => setOpen({ what: 'issued', issued });
  const columns = useCredentialColumns((what, credential) => setOpen({ what, credential }));
  const isEmpty = list.items.length === 0 && !list.isLoading && list.error === null;
  const create = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setOpen({ what: 'create' })}
    >
      {t('credentials.new')}
    </Button>
  );
  return (
    <Page
      title={t('credentials.title')}
      actions={
        <Group gap="xs">
          {!isEmpty && create}
          <PageMenu>
            <Menu.Item
              leftSection={<IconUsersPlus size={16} />}
              onClick={() => setOpen({ what: 'create-token' })}
            >
              {t('credentials.newToken')}
            </Menu.Item>
          </PageMenu>
        </Group>
      }
    >
      <ListView
        list={list}
        label={t('credentials.title')}
        columns={columns}
        idOf={({ id }) => id}
        empty={
          <EmptyState icon={IconKey} title={t('credentials.empty')} text={t('credentials.lead')}>
            {create}
          </EmptyState>
        }
      />
      {open?.what === 'create' && <CreateCredential onCancel={close} onDone={show} />}
      {open?.what === 'create-token' && <CreateToken onCancel={close} onDone={show} />}
      {open?.what === 'regenerate' && (
        <RegenerateDialog credential={open.credential} onCancel={close} onDone={show} />
      )}
      {open?.what === 'details' && <DetailsDialog credential={open.credential} onClose={close} />}
      {open?.what === 'revoke' && <RevokeDialog credential={open.credential} onClose={close} />}
      {open?.what === 'audience' && <AudienceDialog credential={open.credential} onClose={close} />}
      {open?.what === 'issued' && <IssuedDialog issued={open.issued} onDone={close} />}
    </Page>
  );
}
