import { Checkbox, Group, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import type { NewExport } from '#exports/app-types.ts';
import { beginExport } from '#web/api/exports.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { DocumentField, LeaveOutField, leftOut } from '#web/exports/pdf-fields.tsx';
import { STATUSES } from '#web/form-lists/form-filters.ts';
import { REVIEWS } from '#web/form-lists/review-states.ts';
import { startOf } from '#web/lists/start-of.ts';
import { type PickedTemplate, TemplatePicker } from '#web/lists/template-picker.tsx';
import { useTranslation } from '#web/texts/texts.ts';

const KINDS = ['csv', 'xlsx', 'json', 'pdf'] as const;
const CHOICES = ['texts', 'values', 'both'] as const;

const hasColumns = (kind: NewExport['kind']): boolean => kind === 'csv' || kind === 'xlsx';

interface NewExportDialogProps {
  /** The template that is chosen at first. */
  readonly template: PickedTemplate | undefined;
  readonly onClose: () => void;
}

interface Values {
  readonly templateId: PickedTemplate | undefined;
  readonly kind: NewExport['kind'];
  readonly bom: boolean;
  readonly choices: NonNullable<NewExport['choices']> | '';
  readonly status: NonNullable<NewExport['status']> | '';
  /** Empty for the standard PDF. */
  readonly document: string;
  readonly leaveOut: readonly string[];
  readonly review: NonNullable<NewExport['review']> | '';
  /** Days in the person's time zone. */
  readonly from: string;
  readonly to: string;
}

const EVERYTHING: Values = {
  templateId: undefined,
  kind: 'csv',
  bom: true,
  choices: '',
  status: '',
  document: '',
  leaveOut: [],
  review: '',
  from: '',
  to: '',
};

const printed = ({ document, leaveOut }: Pick<Values, 'document' | 'leaveOut'>) =>
  document === '' ? { leaveOut: leftOut(leaveOut) } : { document };

/** Chooses the forms and the format of an export. */
export function NewExportDialog({ template, onClose }: NewExportDialogProps) {
  const { t, i18n } = useTranslation();
  const form = useSendForm({
    initialValues: { ...EVERYTHING, templateId: template },
    validate: {
      templateId: (value) => (value === undefined ? t('exports.needTemplate') : null),
    },
    send: ({ templateId, kind, bom, choices, status, review, from, to, ...printing }) =>
      beginExport({
        kind,
        templateId: templateId?.id ?? '',
        locale: i18n.language.startsWith('de') ? 'de' : 'en',
        ...(status !== '' && { status }),
        ...(review !== '' && { review }),
        ...(from !== '' && { from: startOf(from, 0) }),
        ...(to !== '' && { to: startOf(to, 1) }),
        ...(kind === 'csv' && { bom }),
        ...(hasColumns(kind) && choices !== '' && { choices }),
        ...(kind === 'pdf' && printed(printing)),
      }),
    done: onClose,
  });
  return (
    <FormDialog onClose={onClose} title={t('exports.new')} form={form} verb={t('exports.begin')}>
      <TemplatePicker
        label={t('exports.template')}
        description={t('exports.templateHint')}
        placeholder={t('exports.chooseTemplate')}
        {...form.getInputProps('templateId')}
      />
      <Radio.Group label={t('exports.kind')} {...form.getInputProps('kind')}>
        <Stack gap="xs" mt="xs">
          {KINDS.map((each) => (
            <Radio
              key={each}
              value={each}
              label={t(`exports.kinds.${each}`)}
              description={t(`exports.kindHints.${each}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {form.values.kind === 'csv' && (
        <Checkbox
          label={t('exports.excel')}
          description={t('exports.excelHint')}
          {...form.getInputProps('bom', { type: 'checkbox' })}
        />
      )}
      {hasColumns(form.values.kind) && (
        <NativeSelect
          label={t('exports.choices')}
          description={t('exports.choicesHint')}
          data={[
            { value: '', label: t('exports.choiceStyles.own') },
            ...CHOICES.map((value) => ({ value, label: t(`exports.choiceStyles.${value}`) })),
          ]}
          {...form.getInputProps('choices')}
        />
      )}
      {form.values.kind === 'pdf' && form.values.templateId !== undefined && (
        <DocumentField
          of={`templates/${form.values.templateId.id}`}
          {...form.getInputProps('document')}
        />
      )}
      {form.values.kind === 'pdf' && form.values.document === '' && (
        <LeaveOutField {...form.getInputProps('leaveOut')} />
      )}
      <NativeSelect
        label={t('exports.status')}
        data={[
          { value: '', label: t('exports.anyStatus') },
          ...STATUSES.map((value) => ({ value, label: t(`exports.statuses.${value}`) })),
        ]}
        {...form.getInputProps('status')}
      />
      <NativeSelect
        label={t('exports.review')}
        data={[
          { value: '', label: t('exports.anyReview') },
          ...REVIEWS.map((value) => ({ value, label: t(`exports.reviews.${value}`) })),
        ]}
        {...form.getInputProps('review')}
      />
      <Group grow align="start">
        <TextInput
          type="date"
          name="from"
          label={t('exports.from')}
          {...form.getInputProps('from')}
        />
        <TextInput type="date" name="to" label={t('exports.to')} {...form.getInputProps('to')} />
      </Group>
    </FormDialog>
  );
}
