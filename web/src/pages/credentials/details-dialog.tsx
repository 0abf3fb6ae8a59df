import { Anchor, Code, List } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Credential } from '#administration/app-types.ts';
import { CopyId } from '#web/components/copy-id.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { type Fact, FactList } from '#web/components/fact-list.tsx';
import { Time } from '#web/components/time.tsx';
import { CredentialState } from '#web/people/credential-state.tsx';
import { type TFunction, useTranslation } from '#web/texts/texts.ts';
import { Refusal } from './refusal.tsx';
import { RIGHTS } from './rights.ts';

interface DetailsDialogProps {
  readonly credential: Credential;
  readonly onClose: () => void;
}

/** All facts about a credential; the list shows only the most important ones. */
export function DetailsDialog({ credential, onClose }: DetailsDialogProps) {
  const { t } = useTranslation();
  const { id, kind, state, secrets, allowedNetworks, lastRefused, tokenEndpointAudience } =
    credential;
  const live = secrets.filter((each) => each.state === 'live');
  const facts: readonly (Fact | false)[] = [
    {
      name: t('credentials.status'),
      value: (
        <>
          <CredentialState credential={credential} />
          {state === 'suspended' && <div>{t('credentials.inactiveUser')}</div>}
        </>
      ),
    },
    { name: t('credentials.authentication'), value: t(`credentials.kind.${kind}`) },
    { name: t('issued.clientId'), value: <CopyId name={t('issued.clientId')} id={id} /> },
    { name: t('credentials.actsAs'), value: <ActsAs {...credential} /> },
    lastRefused !== undefined && {
      name: t('credentials.refused'),
      value: <Refusal {...lastRefused} />,
    },
    { name: t('credentials.lastUsed'), value: <LastUsed {...credential} /> },
    { name: t('credentials.rights'), value: <Rights {...credential} /> },
    {
      name: t('credentials.networks'),
      value: allowedNetworks?.join(', ') ?? t('credentials.anyNetwork'),
    },
    secrets.length > 0 && {
      name: t('credentials.secrets'),
      value: live.length === 0 ? t('credentials.noSecret') : <Secrets secrets={live} />,
    },
    tokenEndpointAudience === true && {
      name: t('credentials.audienceLabel'),
      value: t('credentials.audienceOn'),
    },
    { name: t('credentials.created'), value: <Created {...credential} /> },
  ];
  return (
    <Dialog title={credential.name} size="lg" onClose={onClose}>
      <FactList facts={facts.filter((fact) => fact !== false)} />
    </Dialog>
  );
}

export function ActsAs({ kind, actsAs }: Credential) {
  const { t } = useTranslation();
  if (kind === 'provisioning-token') return t('credentials.builtIn');
  if (actsAs?.userName === undefined) return t('credentials.deletedUser');
  return (
    <Anchor component={Link} to={`/settings/users/${actsAs.id}`} inherit>
      {actsAs.userName}
    </Anchor>
  );
}

function Rights({ rights }: Credential) {
  const { t } = useTranslation();
  if (rights === undefined) return t('credentials.allRights');
  return (
    <List>
      {rights.map((right) => (
        <List.Item key={right}>{rightText(right, t)}</List.Item>
      ))}
    </List>
  );
}

/** Returns the label of a permission, or its name if this version of the app does not know it. */
function rightText(right: string, t: TFunction): string {
  const known = RIGHTS.find((each) => each === right);
  return known === undefined ? right : t(`credentials.right.${known}`);
}

function Secrets({ secrets }: Pick<Credential, 'secrets'>) {
  const { t } = useTranslation();
  return secrets.map(({ id, hint, expiresAt }) => (
    <div key={id}>
      <Code>…{hint}</Code>{' '}
      {expiresAt !== undefined && (
        <>
          {t('credentials.ends')} <Time at={expiresAt} />
        </>
      )}
    </div>
  ));
}

function LastUsed({ lastUsedAt, lastUsedIp }: Credential) {
  const { t } = useTranslation();
  if (lastUsedAt === undefined) return t('credentials.never');
  return (
    <>
      <Time at={lastUsedAt} />
      {lastUsedIp !== undefined && ` · ${lastUsedIp}`}
    </>
  );
}

function Created({ createdAt, createdBy }: Credential) {
  const { t } = useTranslation();
  return (
    <>
      <Time at={createdAt} />
      {createdBy?.userName !== undefined &&
        ` · ${t('credentials.by', { name: createdBy.userName })}`}
    </>
  );
}
