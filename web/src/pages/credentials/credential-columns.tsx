import { Anchor, Menu } from '@mantine/core';
import type { Credential } from '#administration/app-types.ts';
import { CopyId } from '#web/components/copy-id.tsx';
import { Time } from '#web/components/time.tsx';
import type { Column } from '#web/lists/column.ts';
import { RowMenu } from '#web/lists/row-menu.tsx';
import { CredentialState } from '#web/people/credential-state.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { ActsAs } from './details-dialog.tsx';

/** The dialogs that can be opened for a credential. */
export type CredentialDeed = 'details' | 'regenerate' | 'revoke' | 'audience';
type Open = (what: CredentialDeed, credential: Credential) => void;

/** The columns of the list of credentials. `open` opens a dialog for one of them. */
export function useCredentialColumns(open: Open): readonly Column<Credential>[] {
  const { t } = useTranslation();
  return [
    {
      id: 'name',
      header: t('credentials.name'),
      width: 'minmax(0, 3fr)',
      cell: (credential) => (
        <Anchor
          component="button"
          type="button"
          fw={550}
          inherit
          onClick={() => open('details', credential)}
        >
          {credential.name}
        </Anchor>
      ),
    },
    {
      id: 'clientId',
      header: t('issued.clientId'),
      width: 'minmax(8rem, 2fr)',
      phone: 'hidden',
      cell: ({ id, name }) => <CopyId name={`${name}, ${t('issued.clientId')}`} id={id} />,
    },
    {
      id: 'actsAs',
      header: t('credentials.actsAs'),
      width: 'minmax(0, 3fr)',
      cell: (credential) => <ActsAs {...credential} />,
    },
    {
      id: 'expires',
      header: t('credentials.expires'),
      width: '7.5rem',
      phone: 'labelled',
      cell: (credential) => <Expiry {...credential} />,
    },
    {
      id: 'lastUsed',
      header: t('credentials.lastUsed'),
      width: '7.5rem',
      phone: 'labelled',
      cell: ({ lastUsedAt }) =>
        lastUsedAt === undefined ? t('credentials.never') : <Time at={lastUsedAt} />,
    },
    {
      id: 'state',
      header: t('credentials.status'),
      width: '7rem',
      phone: 'corner',
      cell: (credential) => <CredentialState credential={credential} />,
    },
    {
      id: 'actions',
      header: t('list.actions'),
      width: '3.5rem',
      phone: 'corner',
      cell: (credential) =>
        credential.state === 'revoked' ? undefined : (
          <Actions credential={credential} open={open} />
        ),
    },
  ];
}

/** Shows the expiry of the newest valid secret: one of the valid secrets works until then. */
function Expiry({ secrets }: Credential) {
  const { t } = useTranslation();
  const newest = secrets.findLast(({ state }) => state === 'live');
  if (newest === undefined) return undefined;
  const { expiresAt } = newest;
  return expiresAt === undefined ? t('credentials.noEnd') : <Time at={expiresAt} />;
}

interface ActionsProps {
  readonly credential: Credential;
  readonly open: Open;
}

function Actions({ credential, open }: ActionsProps) {
  const { t } = useTranslation();
  const canRegenerate =
    credential.kind === 'client-secret' || credential.kind === 'provisioning-token';
  return (
    <RowMenu name={credential.name}>
      {canRegenerate && (
        <Menu.Item onClick={() => open('regenerate', credential)}>
          {t('credentials.regenerate')}
        </Menu.Item>
      )}
      {credential.tokenEndpointAudience !== undefined && (
        <Menu.Item onClick={() => open('audience', credential)}>
          {t(credential.tokenEndpointAudience ? 'credentials.strict' : 'credentials.audience')}
        </Menu.Item>
      )}
      <Menu.Item onClick={() => open('revoke', credential)}>{t('credentials.revoke')}</Menu.Item>
    </RowMenu>
  );
}
