// A wrong setting keeps people from signing in, so a connection can be tested here before anybody depends on it.
import { Button, Group, List, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { SsoConnection, SsoTest } from '#sign-in/app-types.ts';
import { ssoConnectionsQuery } from '#web/api/account.ts';
import { changeConnection, deleteConnection, testConnection } from '#web/api/sso.ts';
import { ConsentButton } from '#web/components/consent-button.tsx';
import { Copyable } from '#web/components/copyable.tsx';
import { FactList } from '#web/components/fact-list.tsx';
import { Labelled } from '#web/components/labelled.tsx';
import { Problem } from '#web/components/problem.tsx';
import { StateBadge } from '#web/components/state-badge.tsx';
import { Time } from '#web/components/time.tsx';
import { useAct } from '#web/components/use-act.ts';
import { type TFunction, useTranslation } from '#web/texts/texts.ts';
import { SamlAddresses } from './saml-addresses.tsx';
import { SamlForm } from './saml-form.tsx';
import { SamlState } from './saml-state.tsx';
import classes from './sso.module.css';
import { SsoDuplicates } from './sso-duplicates.tsx';
import { SsoForm } from './sso-form.tsx';

const CONSEQUENCES = {
  turnOff: ['nobodyIn', 'staysIn', 'needLink', 'comesBack'],
  remove: ['nobodyIn', 'staysIn', 'needLink', 'gone'],
  removeSaml: ['nobodyIn', 'staysIn', 'needLink', 'goneSaml'],
} as const;

const OIDC_ADDRESSES = ['redirectUri', 'signedOutUri'] as const;

interface SsoCardProps {
  readonly connection: SsoConnection;
}

/** An identity provider: its settings, a connection test, and the actions that turn it off or remove it. */
export function SsoCard({ connection }: SsoCardProps) {
  const { t } = useTranslation();
  const { id, name, enabled } = connection;
  const card = useRef<HTMLDivElement>(null);
  const isMeant = useLocation({ select: ({ hash }) => hash === id });
  useEffect(() => {
    // The router looks for the part of the page before the connections are there.
    if (!isMeant) return;
    card.current?.focus({ preventScroll: true });
    card.current?.scrollIntoView({ block: 'start' });
  }, [isMeant]);
  return (
    <div className={classes['part']} id={id} ref={card} tabIndex={-1}>
      <Stack gap="sm">
        <Group gap="xs">
          <Title order={3} size="h5" className="wrap-anywhere">
            {name}
          </Title>
          <StateBadge
            tone={enabled ? 'green' : 'grey'}
            icon={enabled ? IconCircleCheck : IconCircleOff}
          >
            {t(enabled ? 'sso.on' : 'sso.off')}
          </StateBadge>
        </Group>
        <FactList facts={useFacts(connection)} />
        <SamlState connection={connection} />
        <SamlAddresses connection={connection} />
        {OIDC_ADDRESSES.map((each) => {
          const address = connection[each];
          return (
            address !== undefined && (
              <Labelled key={each} label={t(`sso.${each}`)}>
                <Copyable name={t(`sso.${each}`)} text={address} />
              </Labelled>
            )
          );
        })}
        {enabled && connection.attribute === 'externalId' && (
          <SsoDuplicates connection={connection} />
        )}
        <Acts connection={connection} />
      </Stack>
    </div>
  );
}

function useFacts(connection: SsoConnection) {
  const { t } = useTranslation();
  const { claim, attribute, lastSignInAt } = connection;
  const { data } = useQuery(ssoConnectionsQuery);
  const all = data?.items ?? [];
  return [
    ...providerFacts(t, connection),
    { name: t('sso.rule'), value: t('sso.ruleIs', { claim, attribute }) },
    {
      name: t('sso.lastSignIn'),
      value: lastSignInAt === undefined ? t('sso.noSignIn') : <Time at={lastSignInAt} />,
    },
    ...(all.length > 1 ? [{ name: t('sso.people'), value: peopleOf(t, all, connection) }] : []),
  ];
}

function providerFacts(t: TFunction, { issuer, clientId = '', saml }: SsoConnection) {
  if (!saml) {
    return [
      { name: t('sso.issuer'), value: issuer },
      { name: t('sso.clientId'), value: clientId },
    ];
  }
  const { signOnUrl, refreshedAt, certificates } = saml;
  return [
    { name: t('sso.protocol'), value: t('sso.protocols.saml') },
    ...(signOnUrl === undefined
      ? []
      : [
          { name: t('sso.saml.issuer'), value: issuer },
          { name: t('sso.saml.signOnUrl'), value: signOnUrl },
        ]),
    ...(refreshedAt === undefined
      ? []
      : [{ name: t('sso.saml.refreshedAt'), value: <Time at={refreshedAt} /> }]),
    ...certificates.map(({ sha256, endsAt }) => ({
      name: t('sso.saml.certificate', { name: sha256.slice(0, 16) }),
      value: (
        <>
          {t('sso.saml.until')} <Time at={endsAt} />
        </>
      ),
    })),
  ];
}

/**
 * Describes the users of a connection. The oldest one that names no credential is for everybody whom no other one
 * names, unless it still lacks metadata.
 */
function peopleOf(
  t: TFunction,
  all: readonly SsoConnection[],
  { id, credentialIds }: SsoConnection,
): string {
  if (credentialIds.length > 0) return t('sso.peopleCount', { count: credentialIds.length });
  const open = all.filter((each) => each.credentialIds.length === 0);
  const first = open.find(({ saml }) => !saml || saml.signOnUrl !== undefined);
  if (first?.id === id) return t('sso.everybodyElse');
  return t(open[0]?.id === id ? 'sso.everybodyElseLater' : 'sso.nobodyYet');
}

function Acts({ connection }: SsoCardProps) {
  const { t } = useTranslation();
  const { id, name, enabled } = connection;
  const [isEditing, setEditing] = useState(false);
  const [tested, setTested] = useState<SsoTest>();
  const test = useAct(() => testConnection(id), setTested);
  const turnOn = useAct(() => changeConnection(id, { enabled: true }));
  const problem = test.problem ?? turnOn.problem;
  const runTest = () => {
    setTested(undefined);
    test.run(undefined);
  };
  return (
    <>
      {problem && <Problem error={problem} />}
      <Stack gap="xs" role="status">
        {tested && (
          <Text className="wrap-anywhere">
            {t(`sso.outcomes.${tested.outcome}`, {
              name,
              expected: tested.expectedIssuer ?? '',
              received: tested.receivedIssuer ?? '',
            })}
          </Text>
        )}
        {tested?.error !== undefined && (
          <Text size="sm">{t('sso.theirError', { error: tested.error })}</Text>
        )}
        {tested?.reason !== undefined && (
          <Text size="sm" c="dimmed">
            {t(`callFailures.${tested.reason}`)}
          </Text>
        )}
        {tested?.reason === 'other' && tested.detail !== undefined && (
          <Text size="sm" c="dimmed" className="wrap-anywhere" lang="en">
            {tested.detail}
          </Text>
        )}
      </Stack>
      <Group gap="xs">
        <Button variant="default" loading={test.isRunning} onClick={runTest}>
          {t('sso.test')}
        </Button>
        <Button variant="default" onClick={() => setEditing(true)}>
          {t('sso.edit')}
        </Button>
        {enabled ? (
          <EndButton connection={connection} how="turnOff" />
        ) : (
          <Button
            variant="default"
            loading={turnOn.isRunning}
            onClick={() => turnOn.run(undefined)}
          >
            {t('sso.turnOn')}
          </Button>
        )}
        <EndButton connection={connection} how="remove" />
      </Group>
      {isEditing &&
        (connection.kind === 'saml' ? (
          <SamlForm connection={connection} onClose={() => setEditing(false)} />
        ) : (
          <SsoForm connection={connection} onClose={() => setEditing(false)} />
        ))}
    </>
  );
}

interface EndButtonProps extends SsoCardProps {
  readonly how: 'turnOff' | 'remove';
}

function EndButton({ connection: { id, kind, name }, how }: EndButtonProps) {
  const { t } = useTranslation();
  const consequences = CONSEQUENCES[how === 'remove' && kind === 'saml' ? 'removeSaml' : how];
  return (
    <ConsentButton
      label={t(`sso.${how}`)}
      title={t(`sso.${how}Title`, { name })}
      verb={t(`sso.${how}`)}
      act={() =>
        how === 'remove' ? deleteConnection(id) : changeConnection(id, { enabled: false })
      }
    >
      <List>
        {consequences.map((each) => (
          <List.Item key={each}>{t(`sso.${each}`)}</List.Item>
        ))}
      </List>
    </ConsentButton>
  );
}
