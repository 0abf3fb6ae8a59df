import { Checkbox, Stack, TextInput } from '@mantine/core';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { type PickedTemplate, TemplatePicker } from '#web/lists/template-picker.tsx';
import { type TFunction, useTranslation } from '#web/texts/texts.ts';
import type { Webhook } from '#webhooks/app-types.ts';
import { EVENTS, type EventType, eventIn } from './events.ts';
import { templateText } from './template-text.ts';

export interface WebhookInput {
  readonly targetUrl: string;
  readonly eventTypes: EventType[];
  readonly templateId: string | undefined;
  readonly description: string | undefined;
}

interface WebhookFormProps<T> {
  /** Undefined for a new webhook. */
  readonly webhook?: Webhook;
  readonly send: (input: WebhookInput) => Promise<T>;
  readonly onDone: (result: T) => void;
  readonly onCancel: () => void;
}

/** Edits the receiver, the events and the template of a webhook. */
export function WebhookForm<T>({ webhook, send, onDone, onCancel }: WebhookFormProps<T>) {
  const { t } = useTranslation();
  const form = useSendForm({
    initialValues: {
      targetUrl: webhook?.targetUrl ?? '',
      description: webhook?.description ?? '',
      eventTypes: webhook?.eventTypes.map((type) => eventIn(type) ?? type) ?? ['form.completed'],
      templateId: templateOf(webhook, t),
    },
    validate: {
      targetUrl: (value) => (/^https:\/\/\S+$/.test(value.trim()) ? null : t('webhooks.noAddress')),
      eventTypes: (value) => (value.length === 0 ? t('webhooks.noEvents') : null),
    },
    send: ({ targetUrl, description, eventTypes, templateId: template }) =>
      send({
        targetUrl: targetUrl.trim(),
        description: description.trim() || undefined,
        eventTypes: EVENTS.filter((type) => eventTypes.includes(type)),
        templateId: template?.id,
      }),
    done: onDone,
  });
  return (
    <FormDialog
      onClose={onCancel}
      title={t(webhook === undefined ? 'webhooks.new' : 'webhooks.change')}
      form={form}
      verb={t(webhook === undefined ? 'webhooks.create' : 'webhooks.save')}
    >
      <TextInput
        label={t('webhooks.address')}
        description={t('webhooks.addressHint')}
        placeholder="https://"
        type="url"
        maxLength={2048}
        data-autofocus
        {...form.getInputProps('targetUrl')}
      />
      <TextInput
        label={t('webhooks.name')}
        description={t('webhooks.nameHint')}
        maxLength={200}
        {...form.getInputProps('description')}
      />
      <Checkbox.Group label={t('webhooks.events')} {...form.getInputProps('eventTypes')}>
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
        {...form.getInputProps('templateId')}
      />
    </FormDialog>
  );
}

function templateOf(webhook: Webhook | undefined, t: TFunction): PickedTemplate | undefined {
  const id = webhook?.templateId;
  return webhook === undefined || id === undefined
    ? undefined
    : { id, name: templateText(webhook, t) };
}
