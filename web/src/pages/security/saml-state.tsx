import { Button, List, Text } from '@mantine/core';
import { IconAlertTriangle, IconFileCode } from '@tabler/icons-react';
import type { SsoConnection } from '#sign-in/app-types.ts';
import { changeConnection } from '#web/api/sso.ts';
import { Callout } from '#web/components/callout.tsx';
import { Problem } from '#web/components/problem.tsx';
import { dateText } from '#web/components/time-text.ts';
import { useAct } from '#web/components/use-act.ts';
import { useTranslation } from '#web/texts/texts.ts';

type Saml = NonNullable<SsoConnection['saml']>;

/** What an admin has to do about a connection by SAML: enter its metadata, agree to an address, renew certificates. */
export function SamlState({ connection }: { readonly connection: SsoConnection }) {
  const { t, i18n } = useTranslation();
  const { saml } = connection;
  if (!saml) return null;
  const { signOnUrl, waitingSignOnUrl, refreshProblem } = saml;
  const ending = endingOf(saml);
  return (
    <>
      {signOnUrl === undefined && (
        <Callout tone="amber" icon={IconFileCode} title={t('sso.saml.missing')}>
          <Text size="sm">{t('sso.saml.missingHint')}</Text>
        </Callout>
      )}
      {waitingSignOnUrl !== undefined && (
        <Waiting connection={connection} address={waitingSignOnUrl} />
      )}
      {refreshProblem !== undefined && (
        <Callout tone="amber" icon={IconAlertTriangle} title={t('sso.saml.notRefreshed')}>
          <Text size="sm" lang="en">
            {refreshProblem}
          </Text>
        </Callout>
      )}
      {ending.length > 0 && (
        <Callout tone="amber" icon={IconAlertTriangle} title={t('sso.saml.ending')}>
          <List size="sm">
            {ending.map(({ sha256, endsAt }) => (
              <List.Item key={sha256}>
                {t('sso.saml.endsOn', {
                  day: dateText(new Date(endsAt), i18n.language),
                  name: sha256.slice(0, 16),
                })}
              </List.Item>
            ))}
          </List>
          <Text size="sm">{t('sso.saml.endingHint')}</Text>
        </Callout>
      )}
    </>
  );
}

interface WaitingProps {
  readonly connection: SsoConnection;
  readonly address: string;
}

/** The metadata name another sign-on address, which an admin has to agree to. */
function Waiting({ connection: { id }, address }: WaitingProps) {
  const { t } = useTranslation();
  const act = useAct(() => changeConnection(id, { signOnUrl: address }));
  return (
    <Callout tone="amber" icon={IconAlertTriangle} title={t('sso.saml.waiting')}>
      <Text size="sm" className="wrap-anywhere">
        {t('sso.saml.waitingHint', { address })}
      </Text>
      {act.problem && <Problem error={act.problem} />}
      <Button variant="default" mt="xs" loading={act.isRunning} onClick={() => act.run(undefined)}>
        {t('sso.saml.accept')}
      </Button>
    </Callout>
  );
}

const SOON_MS = 30 * 86_400_000;

/** Returns the certificates that end soon or have ended, if no later one is there. */
function endingOf({ certificates }: Saml): Saml['certificates'] {
  const until = Date.now() + SOON_MS;
  const isSoon = ({ endsAt }: Saml['certificates'][number]) => Date.parse(endsAt) < until;
  return certificates.every(isSoon) ? certificates : [];
}
