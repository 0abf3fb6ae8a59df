import { Button, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { DashboardDetail, DashboardList, TileSettings } from '#answer-tables/app-types.ts';
import { addTile, createDashboard, DASHBOARDS } from '#web/api/dashboards.ts';
import classes from '#web/charts/summary.module.css';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { SearchSelect } from '#web/lists/search-select.tsx';
import { useTranslation } from '#web/texts/texts.ts';

type Item = DashboardList['items'][number];

/** The list also has dashboards that others share with the reader. */
const EDITABLE = { editable: true } as const;

interface AddToDashboardProps {
  readonly settings: TileSettings;
}

/** A button that puts a chart, with its conditions, on a dashboard that the reader may change, or on a new one. */
export function AddToDashboard({ settings }: AddToDashboardProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        size="compact-xs"
        className={classes['hidden']}
        onClick={() => setOpen(true)}
      >
        {t('dashboards.add')}
      </Button>
      {isOpen && <AddDialog settings={settings} onClose={() => setOpen(false)} />}
    </>
  );
}

interface Values {
  /** The id of the dashboard; empty for a new one. */
  readonly dashboard: string;
  readonly name: string;
}

function AddDialog({ settings, onClose }: AddToDashboardProps & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const form = useSendForm<Values, DashboardDetail>({
    initialValues: { dashboard: '', name: '' },
    validate: {
      name: (name, { dashboard }) =>
        dashboard === '' && name.trim() === '' ? t('field.required') : null,
    },
    send: ({ dashboard, name }) =>
      dashboard === ''
        ? createDashboard({ name, tiles: [{ settings }] })
        : addTile(dashboard, { settings }),
    done({ name }) {
      notifications.show({ message: t('dashboards.added', { name }) });
      onClose();
    },
  });
  return (
    <FormDialog title={t('dashboards.add')} form={form} verb={t('answers.apply')} onClose={onClose}>
      <SearchSelect<Item>
        label={t('dashboards.addTo')}
        path={DASHBOARDS}
        filters={EDITABLE}
        nameOf={({ name }) => name}
        nothing={t('dashboards.noMatch')}
        placeholder={t('dashboards.addNew')}
        value={form.values.dashboard}
        onChange={(chosen) => form.setFieldValue('dashboard', chosen?.id ?? '')}
        clearable
        clearButtonProps={{ 'aria-label': t('dashboards.addNew') }}
        comboboxProps={{ withinPortal: true }}
      />
      {form.values.dashboard === '' && (
        <TextInput
          label={t('dashboards.newName')}
          maxLength={100}
          {...form.getInputProps('name')}
        />
      )}
    </FormDialog>
  );
}
