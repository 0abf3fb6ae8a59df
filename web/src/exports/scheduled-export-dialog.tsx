import { NativeSelect, Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { ViewItem } from '#answer-tables/app-types.ts';
import type {
  NewScheduledExportBody,
  ScheduledExportItem,
  ScheduledExportList,
} from '#scheduled-exports/app-types.ts';
import { changeScheduledExport, scheduleExport } from '#web/api/scheduled-exports.ts';
import { saveView, VIEWS } from '#web/api/views.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { RhythmFields, rhythmOf, storedRhythm } from '#web/components/rhythm-fields.tsx';
import { say } from '#web/components/say.ts';
import { useSendForm } from '#web/components/use-send-form.ts';
import { MoreButton } from '#web/lists/more-button.tsx';
import { type PickedTemplate, TemplatePicker } from '#web/lists/template-picker.tsx';
import { useList } from '#web/lists/use-list.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { LeaveOutField, leftOut } from './pdf-fields.tsx';

const KINDS = ['xlsx', 'csv', 'json', 'pdf'] as const;

interface ScheduledExportDialogProps {
  readonly offers: Pick<ScheduledExportList, 'mailOffered' | 'bucketOffered' | 'timeZone'>;
  /** The scheduled export to change; undefined schedules another one. */
  readonly scheduled?: ScheduledExportItem;
  /** The template that is chosen already. */
  readonly template?: PickedTemplate | undefined;
  /** The saved view that is chosen already. */
  readonly view?: string | undefined;
  /** What a table shows now, as a view saves it, if no view is chosen: it can be saved as one. */
  readonly shown?: ViewState | undefined;
  readonly onClose: () => void;
}

type ViewState = Readonly<Record<string, string>>;

interface Values {
  readonly name: string;
  readonly templateId: PickedTemplate | undefined;
  readonly viewId: string;
  readonly kind: NewScheduledExportBody['kind'];
  readonly leaveOut: readonly string[];
  readonly delivery: NewScheduledExportBody['delivery'];
  readonly every: string;
  readonly weekday: string;
  readonly monthday: string;
  readonly time: string;
}

/** The choice of what the table shows, which no view is saved for yet. */
const SHOWN = 'shown';

/** Chooses what is exported, when, and where it goes. */
export function ScheduledExportDialog(props: ScheduledExportDialogProps) {
  const { offers, scheduled, template, view, shown, onClose } = props;
  const { t, i18n } = useTranslation();
  const form = useSendForm<Values, unknown>({
    initialValues: {
      name: scheduled?.name ?? '',
      templateId: scheduled ? pickedOf(scheduled, t('exports.gone')) : template,
      viewId: scheduled?.view?.id ?? view ?? (shown ? SHOWN : ''),
      kind: scheduled?.kind ?? 'xlsx',
      leaveOut: scheduled?.leaveOut ?? [],
      delivery: scheduled?.delivery ?? 'mail',
      ...rhythmOf(scheduled),
      time: scheduled?.time ?? '06:00',
    },
    validate: {
      name: (value) => (value.trim() === '' ? t('scheduledExports.needName') : null),
      templateId: (value) => (value === undefined ? t('exports.needTemplate') : null),
      time: (value) => (value === '' ? t('scheduledExports.needTime') : null),
    },
    async send({ name, templateId, viewId, kind, leaveOut, delivery, time, ...rhythm }) {
      const settings = {
        ...{ name: name.trim(), kind, delivery, time },
        ...storedRhythm(rhythm),
        bom: kind === 'csv',
        ...(kind === 'pdf' && { leaveOut: leftOut(leaveOut) }),
      };
      const chosen = hasView(kind) ? viewId : '';
      if (scheduled) {
        // Whoever mends what has stopped wants it to go on.
        const resumed = scheduled.state === 'stopped' && { paused: false };
        const changes = { ...settings, viewId: chosen === '' ? null : chosen, ...resumed };
        return changeScheduledExport(scheduled.id, changes);
      }
      const saved = chosen === SHOWN ? await saveShown(settings.name, templateId) : chosen;
      return scheduleExport({
        ...settings,
        templateId: templateId?.id ?? '',
        locale: i18n.language.startsWith('de') ? 'de' : 'en',
        ...(saved !== '' && { viewId: saved }),
      });
    },
    done() {
      say(t(scheduled ? 'scheduledExports.changed' : 'scheduledExports.created'));
      onClose();
    },
  });
  /** Saves what the table shows, and chooses it, so that sending again after a fault saves it once. */
  const saveShown = async (name: string, of: PickedTemplate | undefined): Promise<string> => {
    const page = { list: 'answers', templateId: of?.id } as const;
    const sharing = { with: 'nobody', groupIds: [] } as const;
    const { id } = await saveView(page, { name, state: shown ?? {}, sharing });
    form.setFieldValue('viewId', id);
    return id;
  };
  const { templateId, kind, delivery } = form.values;
  const mailHint = offers.mailOffered ? 'mailHint' : 'mailOff';
  return (
    <FormDialog
      title={t(scheduled ? 'scheduledExports.editTitle' : 'scheduledExports.new')}
      form={form}
      verb={t(verbFor(scheduled))}
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
        disabled={scheduled !== undefined}
        {...form.getInputProps('templateId')}
        onChange={(chosen) => form.setValues({ templateId: chosen, viewId: '' })}
      />
      <NativeSelect
        label={t('exports.kind')}
        data={KINDS.map((value) => ({ value, label: t(`exports.kinds.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      {kind === 'pdf' && <LeaveOutField {...form.getInputProps('leaveOut')} />}
      {templateId && hasView(kind) && (
        <ViewSelect
          template={templateId.id}
          shown={templateId.id === template?.id ? shown : undefined}
          before={scheduled?.view}
          {...form.getInputProps('viewId')}
        />
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
        delivery === 'mail' && <Text size="sm">{t(`scheduledExports.${mailHint}`)}</Text>
      )}
    </FormDialog>
  );
}

const pickedOf = ({ template: { id, name } }: ScheduledExportItem, gone: string) => ({
  id,
  name: name ?? gone,
});

const verbFor = (scheduled: ScheduledExportItem | undefined) =>
  scheduled === undefined
    ? 'scheduledExports.create'
    : scheduled.state === 'stopped'
      ? 'scheduledExports.saveAndResume'
      : 'scheduledExports.save';

/** Documents and data have no columns that a view could choose. */
const hasView = (kind: Values['kind']): boolean => kind === 'csv' || kind === 'xlsx';

interface ViewSelectProps {
  readonly template: string;
  readonly shown: ViewState | undefined;
  /** The view before a change, which may be gone. */
  readonly before: ScheduledExportItem['view'];
  readonly value?: string;
}

/** Chooses one of the saved views of the answers of a template. */
function ViewSelect({ template, shown, before, ...field }: ViewSelectProps) {
  const { t } = useTranslation();
  const list = useList<ViewItem>(VIEWS, { list: 'answers', template });
  const isListed = list.items.some(({ id }) => id === before?.id);
  const unlisted = before && !isListed ? [before] : [];
  const views = [...unlisted, ...list.items];
  const { value = '' } = field;
  // A browser shows the first choice where it does not know the chosen one.
  const isLoading = ![...views.map(({ id }) => id), '', SHOWN].includes(value);
  return (
    <>
      <NativeSelect
        label={t('scheduledExports.view')}
        description={t(`scheduledExports.${field.value === SHOWN ? 'shownHint' : 'viewHint'}`)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={[
          { value: '', label: t('scheduledExports.noView') },
          ...(shown ? [{ value: SHOWN, label: t('scheduledExports.shown') }] : []),
          ...(isLoading ? [{ value, label: '…' }] : []),
          ...views.map(({ id, name }) => ({
            value: id,
            label: name ?? t('scheduledExports.viewGone'),
          })),
        ]}
        {...field}
      />
      <MoreButton list={list} />
    </>
  );
}
