import { ActionIcon, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconX } from '@tabler/icons-react';
import type { Form } from '#web/api/forms.ts';
import { type Decision, decide } from '#web/api/reviews.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { typedOf } from './office-values.ts';

/** The most characters of a remark, as the server has it. */
const MAX_LENGTH = 2000;

interface DecisionDialogProps {
  readonly form: Pick<Form, 'id' | 'name' | 'revision' | 'fields'>;
  readonly decision: Exclude<Decision, 'approve'>;
  readonly onClose: () => void;
}

interface Values {
  readonly remark: string;
  readonly fields: readonly { readonly field: string; readonly remark: string }[];
}

const WORDS = {
  'send-back': {
    title: 'reviews.sendBackTitle',
    lead: 'reviews.sendBackLead',
    verb: 'reviews.sendBack',
    done: 'reviews.sentBack',
  },
  reject: {
    title: 'reviews.rejectTitle',
    lead: 'reviews.rejectLead',
    verb: 'reviews.reject',
    done: 'reviews.rejected',
  },
} as const;

/** Sends a form back or rejects it, with remarks on the form and on single fields. */
export function DecisionDialog({ form: of, decision, onClose }: DecisionDialogProps) {
  const { t } = useTranslation();
  const words = WORDS[decision];
  const form = useSendForm<Values, unknown>({
    initialValues: { remark: '', fields: [] },
    validate: {
      remark: (remark, { fields }) =>
        decision === 'send-back' && [remark, ...fields.map((each) => each.remark)].every(isEmpty)
          ? t('reviews.needsRemark')
          : null,
    },
    send: ({ remark, fields }) =>
      decide(of, decision, {
        remark,
        fields: fields.filter((each) => !isEmpty(each.remark)),
        office: typedOf(of.id)?.answers(),
      }),
    done() {
      notifications.show({ message: t(words.done) });
      onClose();
    },
  });
  const { fields } = form.values;
  const set = (next: Values['fields']) => form.setFieldValue('fields', next);
  const free = of.fields.filter(({ name }) => fields.every(({ field }) => field !== name));
  return (
    <FormDialog
      form={form}
      title={t(words.title, { name: of.name })}
      verb={t(words.verb)}
      size="lg"
      onClose={onClose}
    >
      <Stack>
        <Text>{t(words.lead)}</Text>
        <Textarea
          label={t('reviews.remark')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={MAX_LENGTH}
          data-autofocus
          {...form.getInputProps('remark')}
        />
        {fields.map(({ field, remark }) => {
          const title = of.fields.find(({ name }) => name === field)?.title ?? field;
          return (
            <Group key={field} align="end" wrap="nowrap" gap="xs">
              <Textarea
                flex={1}
                label={t('reviews.fieldRemark', { title })}
                autosize
                minRows={1}
                maxRows={6}
                maxLength={MAX_LENGTH}
                value={remark}
                onChange={({ currentTarget: { value } }) =>
                  set(
                    fields.map((each) => (each.field === field ? { field, remark: value } : each)),
                  )
                }
              />
              <ActionIcon
                variant="default"
                size="input-sm"
                aria-label={t('reviews.removeField', { title })}
                onClick={() => set(fields.filter((each) => each.field !== field))}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </Group>
          );
        })}
        <Select
          label={t('reviews.addField')}
          description={t('reviews.addFieldHint')}
          searchable
          value={null}
          data={free.map(({ name, title }) => ({ value: name, label: title }))}
          onChange={(field) => field !== null && set([...fields, { field, remark: '' }])}
          comboboxProps={{ position: 'top' }}
        />
      </Stack>
    </FormDialog>
  );
}

const isEmpty = (text: string): boolean => text.trim() === '';
