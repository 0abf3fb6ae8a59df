// A receiver that fails is noticed late, so this page shows the deliveries with the settings that may be wrong.
import { Button, Group, Menu, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { changeWebhook, deleteWebhook, testWebhook, webhookQuery } from '#web/api/webhooks.ts';
import { ConsentDialog } from '#web/components/consent-dialog.tsx';
import { Detail } from '#web/components/detail.tsx';
import { FactList } from '#web/components/fact-list.tsx';
import { late } from '#web/components/late.ts';
import { Page } from '#web/components/page.tsx';
import { PageMenu } from '#web/components/page-menu.tsx';
import { Problem } from '#web/components/problem.tsx';
import { Time } from '#web/components/time.tsx';
import { useAct } from '#web/components/use-act.ts';
import { useTranslation } from '#web/texts/texts.ts';
import type { ShownWebhookSecret, Webhook } from '#webhooks/app-types.ts';
import { Deliveries } from './deliveries.tsx';
import { lookSoon } from './look-soon.ts';
import { RotateDialog } from './rotate-dialog.tsx';
import { templateText } from './template-text.ts';
import { useEventWords } from './use-event-words.ts';
import { WebhookBanner } from './webhook-banner.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookSecret } from './webhook-secret.tsx';
import { WebhookState } from './webhook-state.tsx';

const route = getRouteApi('/signed-in/webhooks/$id');
const RulesNaming = late(() => import('#web/templates/rules-naming.tsx'), 'RulesNaming', ['rules']);

type Deed = 'change' | 'rotate' | 'turn-off' | 'delete';

/** The screen of a webhook: its settings, its deliveries and its actions. */
export function WebhookPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const { data: webhook } = useSuspenseQuery(webhookQuery(id));
  const [open, setOpen] = useState<Deed>();
  const [made, setMade] = useState<ShownWebhookSecret>();
  const test = useAct(() => testWebhook(id), lookSoon);
  const isOn = webhook.state === 'active';
  return (
    <Page
      title={webhook.description ?? webhook.targetUrl}
      back={{ to: '/webhooks', label: t('webhooks.title') }}
      state={<WebhookState {...webhook} />}
      actions={
        <Group gap="xs">
          {isOn && (
            <Button
              leftSection={<IconSend size={16} aria-hidden />}
              loading={test.isRunning}
              onClick={() => test.run(undefined)}
            >
              {t('webhooks.test')}
            </Button>
          )}
          <Deeds isOn={isOn} onChoose={setOpen} />
        </Group>
      }
    >
      {test.problem && <Problem error={test.problem} />}
      <Detail aside={<Facts webhook={webhook} />}>
        <WebhookBanner webhook={webhook} />
        <Deliveries webhook={webhook} />
      </Detail>
      <Dialogs webhook={webhook} open={open} onClose={() => setOpen(undefined)} onMade={setMade} />
      {made && <WebhookSecret made={made} onDone={() => setMade(undefined)} />}
    </Page>
  );
}

interface DeedsProps {
  readonly isOn: boolean;
  readonly onChoose: (deed: Deed) => void;
}

function Deeds({ isOn, onChoose }: DeedsProps) {
  const { t } = useTranslation();
  return (
    <PageMenu>
      <Menu.Item onClick={() => onChoose('change')}>{t('webhooks.change')}</Menu.Item>
      <Menu.Item onClick={() => onChoose('rotate')}>{t('webhooks.rotate')}</Menu.Item>
      {isOn && <Menu.Item onClick={() => onChoose('turn-off')}>{t('webhooks.turnOff')}</Menu.Item>}
      <Menu.Item onClick={() => onChoose('delete')}>{t('webhooks.delete')}</Menu.Item>
    </PageMenu>
  );
}

function Facts({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation();
  const wordsOf = useEventWords();
  const { targetUrl, eventTypes, createdAt } = webhook;
  const { previousSecretUntil } = webhook;
  const facts = [
    { name: t('webhooks.address'), value: targetUrl },
    { name: t('webhooks.events'), value: eventTypes.map(wordsOf).join(', ') },
    { name: t('webhooks.template'), value: templateText(webhook, t) },
    { name: t('webhooks.created'), value: <Time at={createdAt} /> },
    ...(previousSecretUntil === undefined
      ? []
      : [{ name: t('webhooks.oldSecretEnds'), value: <Time at={previousSecretUntil} /> }]),
  ];
  return <FactList facts={facts} />;
}

interface DialogsProps {
  readonly webhook: Webhook;
  readonly open: Deed | undefined;
  readonly onClose: () => void;
  readonly onMade: (made: ShownWebhookSecret) => void;
}

function Dialogs({ webhook, open, onClose, onMade }: DialogsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id } = webhook;
  if (open === 'change') {
    return (
      <WebhookForm
        webhook={webhook}
        send={({ templateId = null, description = null, ...rest }) =>
          changeWebhook(id, { ...rest, templateId, description })
        }
        onDone={onClose}
        onCancel={onClose}
      />
    );
  }
  if (open === 'rotate') {
    const done = (made: ShownWebhookSecret) => {
      onClose();
      onMade(made);
    };
    return <RotateDialog id={id} onCancel={onClose} onDone={done} />;
  }
  if (open === 'turn-off') {
    return (
      <ConsentDialog
        title={t('webhooks.turnOffTitle')}
        verb={t('webhooks.turnOff')}
        act={() => changeWebhook(id, { state: 'disabled' })}
        onClose={onClose}
      >
        <Text>{t('webhooks.turnOffLead')}</Text>
      </ConsentDialog>
    );
  }
  if (open !== 'delete') return undefined;
  return (
    <ConsentDialog
      title={t('webhooks.deleteTitle')}
      verb={t('webhooks.delete')}
      act={() => deleteWebhook(id)}
      onDone={() => void navigate({ to: '/webhooks', ignoreBlocker: true })}
      onClose={onClose}
    >
      <Stack gap="xs">
        <Text className="wrap-anywhere">{webhook.targetUrl}</Text>
        <Text>{t('webhooks.deleteLead')}</Text>
        <Suspense>
          <RulesNaming id={id} />
        </Suspense>
      </Stack>
    </ConsentDialog>
  );
}
