import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Webhook } from '#webhooks/app-types.ts';
import { Dialog } from '../../components/dialog.tsx';
import { focusFirstFault } from '../../components/focus-field.ts';
import { Problem } from '../../components/problem.tsx';
import { type PickedTemplate, TemplatePicker } from '../../components/template-picker.tsx';
import { useUnsaved } from '../../components/unsaved.ts';
import { useAct } from '../../components/use-act.ts';
import { EVENTS, type EventType, eventIn } from './events.ts';

export interface WebhookInput {
  readonly targetUrl: string;
  readonly eventTypes: EventType[];
  readonly templateId: string | undefined;
  readonly description: string | undefined;
}

interface WebhookFormProps<T> {
  /** Left out: a new one. */
  readonly webhook?: Webhook;
  readonly send: (input: WebhookInput) => Promise<T>;
  readonly onDone: (result: T) => void;
  readonly onCancel: () => void;
}

const FIELDS = ['targetUrl', 'eventTypes', 'templateId', 'description'];

/** Who is told, and of what. */
export function WebhookForm<T>({ webhook, send, onDone, onCancel }: WebhookFormProps<T>) {
  const { t } = useTranslation();
  const [template, setTemplate] = useState(templateOf(webhook));
  const form = useForm({
    initialValues: {
      targetUrl: webhook?.targetUrl ?? '',
      description: webhook?.description ?? '',
      eventTypes: webhook?.eventTypes.map((type) => eventIn(type) ?? type) ?? ['form.completed'],
    },
    validate: {
      targetUrl: (value) => (/^https:\/\/\S+$/.test(value.trim()) ? null : t('webhooks.noAddress')),
      eventTypes: (value) => (value.length === 0 ? t('webhooks.noEvents') : null),
    },
  });
  useUnsaved(form.isDirty());
  const act = useAct(
    FIELDS,
    ({ targetUrl, description, eventTypes }: typeof form.values) =>
      send({
        targetUrl: targetUrl.trim(),
        description: description.trim() || undefined,
        eventTypes: EVENTS.filter((type) => eventTypes.includes(type)),
        templateId: template?.id,
      }),
    onDone,
  );
  return (
    <Dialog
      onClose={onCancel}
      title={t(webhook === undefined ? 'webhooks.new' : 'webhooks.change')}
    >
      <form onSubmit={form.onSubmit(act.run, focusFirstFault)} noValidate>
        <Stack>
          {act.problem && <Problem error={act.problem} />}
          <TextInput
            label={t('webhooks.address')}
            description={t('webhooks.addressHint')}
            placeholder="https://"
            type="url"
            maxLength={2048}
            data-autofocus
            {...form.getInputProps('targetUrl')}
            error={form.errors['targetUrl'] ?? act.faultAt('targetUrl')}
          />
          <TextInput
            label={t('webhooks.name')}
            description={t('webhooks.nameHint')}
            maxLength={200}
            {...form.getInputProps('description')}
            error={act.faultAt('description')}
          />
          <Checkbox.Group
            label={t('webhooks.events')}
            {...form.getInputProps('eventTypes')}
            error={form.errors['eventTypes'] ?? act.faultAt('eventTypes')}
          >
            <Stack gap="xs" mt="xs">
              {EVENTS.map((type) => (
                <Checkbox key={type} value={type} label={t(`webhooks.event.${type}`)} />
              ))}
            </Stack>
          </Checkbox.Group>
          <TemplatePicker
            label={t('webhooks.template')}
            description={t('webhooks.templateHint')}
            placeholder={t('webhooks.allTemplates')}
            nothing={t('webhooks.noTemplates')}
            value={template}
            onChange={setTemplate}
            error={act.faultAt('templateId')}
          />
          <Group justify="end">
            <Button variant="default" onClick={onCancel}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={act.isRunning}>
              {t(webhook === undefined ? 'webhooks.create' : 'webhooks.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function templateOf(webhook: Webhook | undefined): PickedTemplate | undefined {
  const { templateId: id, templateName: name } = webhook ?? {};
  return id === undefined ? undefined : { id, name: name ?? id };
}
