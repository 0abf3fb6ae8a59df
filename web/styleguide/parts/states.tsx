import { Group } from '@mantine/core';
import { StandingBadge } from '#web/components/standing-badge.tsx';
import { Status } from '#web/form-lists/form-columns.tsx';
import { useExportColumns } from '#web/pages/exports/export-columns.tsx';
import { Outcome } from '#web/pages/provisioning/log/outcome.tsx';
import { ProvisioningState } from '#web/pages/provisioning/provisioning-state.tsx';
import { DeliveryState } from '#web/pages/webhooks/delivery-state.tsx';
import { WebhookState } from '#web/pages/webhooks/webhook-state.tsx';
import { CredentialState } from '#web/people/credential-state.tsx';
import { UserState } from '#web/people/user-columns.tsx';
import { TemplateStatus } from '#web/templates/template-columns.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { CREDENTIALS, DELIVERIES, EXPORTS, hoursAgo } from '../sample-data.ts';
import { Specimen } from '../specimen.tsx';

const STANDINGS = ['ready', 'sent', 'waiting', 'completing', 'conflict', 'refused'] as const;

/** Every state that has a badge, of everything that has states. */
export function States() {
  const { t } = useTranslation();
  const exportState = useExportColumns(() => undefined).find(({ id }) => id === 'state');
  return (
    <>
      <Specimen label={t('navigation.forms')}>
        <Group>
          <Status status="draft" />
          <Status status="complete" />
          {STANDINGS.map((standing) => (
            <StandingBadge
              key={standing}
              standing={standing}
              text={t(`forms.standing.${standing}`)}
            />
          ))}
          <StandingBadge standing="noAnswer" text={t('outbox.state.noAnswer')} />
        </Group>
      </Specimen>
      <Specimen label={t('navigation.templates')}>
        <Group>
          <TemplateStatus status="draft" />
          <TemplateStatus status="published" />
          <TemplateStatus status="archived" />
        </Group>
      </Specimen>
      <Specimen label={t('navigation.users')}>
        <Group>
          <UserState user={{ active: true, blocked: false }} />
          <UserState user={{ active: false, blocked: true }} />
          <UserState user={{ active: false, blocked: false }} />
        </Group>
      </Specimen>
      <Specimen label={t('navigation.credentials')}>
        <Group>
          {CREDENTIALS.map((credential, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the samples stay in their order
            <CredentialState key={at} credential={credential} />
          ))}
        </Group>
      </Specimen>
      <Specimen label={t('navigation.provisioning')}>
        <Group>
          <ProvisioningState state="on" />
          <ProvisioningState state="paused" />
          <ProvisioningState state="disconnected" />
          <Outcome outcome="ok" />
          <Outcome outcome="refused" />
          <Outcome outcome="failed" />
        </Group>
      </Specimen>
      <Specimen label={t('navigation.webhooks')}>
        <Group>
          <WebhookState state="active" />
          <WebhookState state="active" failingSince={hoursAgo(4)} />
          <WebhookState state="disabled" disabledReason="failing" />
          <WebhookState state="disabled" disabledReason="admin" />
          {DELIVERIES.map((delivery, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the samples stay in their order
            <DeliveryState key={at} delivery={delivery} />
          ))}
        </Group>
      </Specimen>
      <Specimen label={t('navigation.exports')}>
        <Group>
          {EXPORTS.map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the samples stay in their order
            <span key={at}>{exportState?.cell(item)}</span>
          ))}
        </Group>
      </Specimen>
    </>
  );
}
