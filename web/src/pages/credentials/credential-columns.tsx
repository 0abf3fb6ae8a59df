import { Badge, Code, Group, Menu, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Credential } from '#administration/app-types.ts';
import { Time } from '../../components/time.tsx';
import type { Column } from '../../lists/data-table.tsx';
import { RowMenu } from '../../lists/row-menu.tsx';
import { Refusal } from './refusal.tsx';
import { RIGHTS } from './rights.ts';

type Open = (what: 'regenerate' | 'revoke' | 'audience', credential: Credential) => void;

/** Of the list of credentials; `open` is told what to do with one. */
export function useCredentialColumns(open: Open): readonly Column<Credential>[] {
  const { t } = useTranslation();
  return [
    {
      id: 'name',
      header: t('credentials.name'),
      cell: (credential) => <Named {...credential} />,
      width: 'minmax(0, 2fr)',
    },
    {
      id: 'actsAs',
      header: t('credentials.actsAs'),
      width: 'minmax(0, 1.5fr)',
      cell: (credential) => <ActsAs {...credential} />,
    },
    {
      id: 'rights',
      header: t('credentials.rights'),
      cell: ({ rights }) =>
        rights === undefined
          ? t('credentials.allRights')
          : rights.map((right) => rightText(right, t)).join(', '),
    },
    {
      id: 'secrets',
      header: t('credentials.secrets'),
      cell: ({ secrets }) => <Secrets secrets={secrets} />,
    },
    {
      id: 'lastUsed',
      header: t('credentials.lastUsed'),
      cell: (credential) => <LastUsed {...credential} />,
    },
    {
      id: 'actions',
      header: t('list.actions'),
      cell: (credential) =>
        credential.state === 'revoked' ? undefined : (
          <Actions credential={credential} open={open} />
        ),
      width: '4.5rem',
    },
  ];
}

/** Returns the label of a permission, or its name if this version of the pages does not know it. */
function rightText(right: string, t: TFunction): string {
  const known = RIGHTS.find((each) => each === right);
  return known === undefined ? right : t(`credentials.right.${known}`);
}

function Named(credential: Credential) {
  const { t } = useTranslation();
  const { name, id, kind, state, createdAt, createdBy, lastRefused, tokenEndpointAudience } =
    credential;
  return (
    <Stack gap={2}>
      <Group gap="xs">
        <Text fw={500}>{name}</Text>
        {state !== 'active' && <Badge>{t(`credentials.state.${state}`)}</Badge>}
      </Group>
      <Text size="xs" c="dimmed">
        {t(`credentials.kind.${kind}`)} · <Code fz="xs">{id}</Code>
      </Text>
      {tokenEndpointAudience === true && (
        <Text size="xs" c="dimmed">
          {t('credentials.audienceOn')}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {`${t('credentials.created')} `}
        <Time at={createdAt} />
        {createdBy?.userName !== undefined &&
          ` · ${t('credentials.by', { name: createdBy.userName })}`}
      </Text>
      {lastRefused && <Refusal {...lastRefused} />}
    </Stack>
  );
}

function ActsAs({ kind, actsAs, state }: Credential) {
  const { t } = useTranslation();
  if (kind === 'provisioning-token') return t('credentials.builtIn');
  if (actsAs?.userName === undefined) return t('credentials.deletedUser');
  if (state !== 'suspended') return actsAs.userName;
  return (
    <Group gap={4} wrap="nowrap" align="start">
      <IconAlertTriangle size={18} aria-hidden />
      <div>
        {actsAs.userName}
        <Text size="xs">{t('credentials.inactiveUser')}</Text>
      </div>
    </Group>
  );
}

function Secrets({ secrets }: Pick<Credential, 'secrets'>) {
  const { t } = useTranslation();
  const live = secrets.filter(({ state }) => state === 'live');
  if (live.length === 0) return t('credentials.noSecret');
  return (
    <Stack gap={2}>
      {live.map(({ id, hint, expiresAt }) => (
        <Text key={id} size="sm">
          <Code>…{hint}</Code>{' '}
          {expiresAt !== undefined && (
            <>
              {t('credentials.ends')} <Time at={expiresAt} />
            </>
          )}
        </Text>
      ))}
    </Stack>
  );
}

function LastUsed({ lastUsedAt, lastUsedIp }: Credential) {
  const { t } = useTranslation();
  return (
    <>
      {lastUsedAt === undefined ? t('credentials.never') : <Time at={lastUsedAt} />}
      {lastUsedIp !== undefined && (
        <Text size="xs" c="dimmed">
          {lastUsedIp}
        </Text>
      )}
    </>
  );
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
