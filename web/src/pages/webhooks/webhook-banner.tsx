import { Button, Stack, Text } from '@mantine/core';
import { enableWebhook } from '#web/api/webhooks.ts';
import { Callout } from '#web/components/callout.tsx';
import { Problem } from '#web/components/problem.tsx';
import { Time } from '#web/components/time.tsx';
import { useAct } from '#web/components/use-act.ts';
import { useTranslation } from '#web/texts/texts.ts';
import type { Webhook } from '#webhooks/app-types.ts';
import { lookOf } from './webhook-state.tsx';

/** Explains why deliveries fail or are turned off, and offers to turn them on. */
export function WebhookBanner({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation();
  const act = useAct(() => enableWebhook(webhook.id));
  const { state, disabledReason, disabledAt, failingSince } = webhook;
  if (state === 'active' && failingSince === undefined) return undefined;
  const isOff = state === 'disabled';
  const since = isOff ? disabledAt : failingSince;
  return (
    <Callout {...lookOf(webhook)} title={t(isOff ? 'webhooks.offTitle' : 'webhooks.failingTitle')}>
      <Stack gap="sm" align="start">
        <Text>
          {isOff ? t(`webhooks.reasons.${disabledReason ?? 'admin'}`) : t('webhooks.failingLead')}
        </Text>
        {since !== undefined && (
          <Text size="sm">
            {`${t(isOff ? 'webhooks.since.off' : 'webhooks.since.failing')} `}
            <Time at={since} />
          </Text>
        )}
        {act.problem && <Problem error={act.problem} />}
        {isOff && (
          <Button loading={act.isRunning} onClick={() => act.run(undefined)}>
            {t('webhooks.enable')}
          </Button>
        )}
      </Stack>
    </Callout>
  );
}
