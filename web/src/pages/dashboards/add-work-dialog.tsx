import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { DashboardDetail, WorkTile } from '#answer-tables/app-types.ts';
import { addTile } from '#web/api/dashboards.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { type PickedTemplate, TemplatePicker } from '#web/lists/template-picker.tsx';
import { useTranslation } from '#web/texts/texts.ts';

const FIGURES = ['late', 'dueThisWeek', 'medianLateness'] as const;

interface AddWorkDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Puts a number of open work on a dashboard, of one template or of all. */
export function AddWorkDialog({ id, onClose }: AddWorkDialogProps) {
  const { t } = useTranslation();
  const [template, setTemplate] = useState<PickedTemplate>();
  const form = useSendForm<Pick<WorkTile, 'figure'>, DashboardDetail>({
    initialValues: { figure: 'late' },
    send: ({ figure }) =>
      addTile(id, { work: { figure, ...(template && { template: template.id }) } }),
    done: onClose,
  });
  return (
    <FormDialog
      title={t('dashboards.work.title')}
      form={form}
      verb={t('dashboards.work.verb')}
      onClose={onClose}
    >
      <NativeSelect
        label={t('dashboards.work.figure')}
        data={FIGURES.map((value) => ({ value, label: t(`dashboards.work.figures.${value}`) }))}
        data-autofocus
        {...form.getInputProps('figure')}
      />
      <TemplatePicker
        label={t('dashboards.work.template')}
        placeholder={t('dashboards.work.all')}
        value={template}
        onChange={setTemplate}
      />
    </FormDialog>
  );
}
