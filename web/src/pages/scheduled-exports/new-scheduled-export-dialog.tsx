import { NativeSelect, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { ViewItem } from '#answer-tables/app-types.ts';
import type { NewScheduledExportBody, ScheduledExportList } from '#scheduled-exports/app-types.ts';
import { scheduleExport } from '#web/api/scheduled-exports.ts';
import { VIEWS } from '#web/api/views.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { RhythmFields, rhythmOf, storedRhythm } from '#web/components/rhythm-fields.tsx';
import { say } from '#web/components/say.ts';
import { useSendForm } from '#web/components/use-send-form.ts';
import { MoreButton } from '#web/lists/more-button.tsx';
import { type PickedTemplate, TemplatePicker } from '#web/lists/template-picker.tsx';
import { useList } from '#web/lists/use-list.ts';
import { useTranslation } from '#web/texts/texts.ts';

const KINDS = ['xlsx', 'csv', 'json', 'pdf'] as const;

interface NewScheduledExportDialogProps {
  readonly offers: Pick<ScheduledExportList, 'mailOffered' | 'bucketOffered' | 'timeZone'>;
  readonly onClose: () => void;
}

interface Values {
  readonly name: string;
  readonly templateId: PickedTemplate | undefined;
  readonly viewId: string;
  readonly kind: NewScheduledExportBody['kind'];
  readonly delivery: NewScheduledExportBody['delivery'];
  readonly every: string;
  readonly weekday: string;
  readonly monthday: string;
  readonly time: string;
}

/** Chooses what is exported, when, and where it goes. */
export function NewScheduledExportDialog({ offers, onClose }: NewScheduledExportDialogProps) {
  const { t, i18n } = useTranslation();
  const form = useSendForm<Values, unknown>({
    initialValues: {
      ...{ name: '', templateId: undefined, viewId: '', kind: 'xlsx', delivery: 'mail' },
      ...rhythmOf(undefined),
      time: '06:00',
    },
    validate: {
      name: (value) => (value.trim() === '' ? t('scheduledExports.needName') : null),
      templateId: (value) => (value === undefined ? t('exports.needTemplate') : null),
      time: (value) => (value === '' ? t('scheduledExports.needTime') : null),
    },
    send: ({ name, templateId, viewId, kind, delivery, time, ...rhythm }) =>
      scheduleExport({
        ...{ name: name.trim(), kind, delivery, time },
        ...storedRhythm(rhythm),
        templateId: templateId?.id ?? '',
        locale: i18n.language.startsWith('de') ? 'de' : 'en',
        ...(hasView(kind) && viewId !== '' && { viewId }),
        ...(kind === 'csv' && { bom: true }),
      }),
    done() {
      say(t('scheduledExports.created'));
      onClose();
    },
  });
  const { templateId, kind, delivery } = form.values;
  const mailHint = offers.mailOffered ? 'mailHint' : 'mailOff';
  return (
    <FormDialog
      title={t('scheduledExports.new')}
      form={form}
      verb={t('scheduledExports.create')}
      onClose={onClose}
    >
      <TextInput
        label={t('scheduledExports.name')}
        placeholder={t('scheduledExports.namePlaceholder')}
        maxLength={100}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TemplatePicker
        label={t('scheduledExports.template')}
        placeholder={t('exports.chooseTemplate')}
        {...form.getInputProps('templateId')}
      />
      <NativeSelect
        label={t('exports.kind')}
        data={KINDS.map((value) => ({ value, label: t(`exports.kinds.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      {templateId && hasView(kind) && (
        <ViewSelect template={templateId.id} {...form.getInputProps('viewId')} />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <RhythmFields form={form} />
        <TextInput
          type="time"
          name="time"
          label={t('scheduledExports.time')}
          description={t('scheduledExports.zone', { zone: offers.timeZone })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('time')}
        />
      </SimpleGrid>
      {offers.bucketOffered ? (
        <Radio.Group label={t('scheduledExports.delivery')} {...form.getInputProps('delivery')}>
          <Stack gap="xs" mt="xs">
            <Radio
              value="mail"
              label={t('scheduledExports.deliveries.mail')}
              description={t(`scheduledExports.${mailHint}`)}
            />
            <Radio
              value="bucket"
              label={t('scheduledExports.deliveries.bucket')}
              description={t('scheduledExports.bucketHint')}
            />
          </Stack>
        </Radio.Group>
      ) : (
        delivery === 'mail' && <p>{t(`scheduledExports.${mailHint}`)}</p>
      )}
    </FormDialog>
  );
}

/** Documents and data have no columns that a view could choose. */
const hasView = (kind: Values['kind']): boolean => kind === 'csv' || kind === 'xlsx';

interface ViewSelectProps {
  readonly template: string;
}

/** Chooses one of the saved views of the answers of a template. */
function ViewSelect({ template, ...field }: ViewSelectProps) {
  const { t } = useTranslation();
  const list = useList<ViewItem>(VIEWS, { list: 'answers', template });
  return (
    <>
      <NativeSelect
        label={t('scheduledExports.view')}
        description={t('scheduledExports.viewHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={[
          { value: '', label: t('scheduledExports.noView') },
          ...list.items.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...field}
      />
      <MoreButton list={list} />
    </>
  );
}
