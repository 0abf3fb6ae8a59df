import { SecretDialog } from '#web/components/secret-dialog.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import type { ShownWebhookSecret } from '#webhooks/app-types.ts';

interface WebhookSecretProps {
  readonly made: ShownWebhookSecret;
  readonly onDone: () => void;
}

/** Shows once the secret with which the receiver verifies signatures. */
export function WebhookSecret({ made: { webhook, secret }, onDone }: WebhookSecretProps) {
  const { t } = useTranslation();
  return (
    <SecretDialog
      title={webhook.description ?? webhook.targetUrl}
      lead={t('webhooks.secretLead')}
      shown={[{ label: t('webhooks.secret'), text: secret }]}
      onDone={onDone}
    />
  );
}
