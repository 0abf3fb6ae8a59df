import { Button, NativeSelect, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DashboardDetail, DashboardList, TileSettings } from '#forms/app-types.ts';
import { get } from '../../api/client.ts';
import { addTile, createDashboard, DASHBOARDS } from '../../api/dashboards.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useSendForm } from '../../components/use-send-form.ts';
import { useTranslation } from '../../texts.ts';
import classes from './summary.module.css';

/** The most dashboards that are offered: as many as one user may own. */
const MOST_OFFERED = 50;

interface AddToDashboardProps {
  readonly settings: TileSettings;
}

/** A button that puts a chart, with its conditions, on a dashboard of the reader. */
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
  /** Empty: a new one. */
  readonly dashboard: string;
  readonly name: string;
}

function AddDialog({ settings, onClose }: AddToDashboardProps & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: [DASHBOARDS, 'offered'],
    queryFn: () => get<DashboardList>(DASHBOARDS, { limit: MOST_OFFERED }),
  });
  const own = (data?.items ?? []).filter(({ mayEdit }) => mayEdit);
  const form = useSendForm<Values, DashboardDetail>({
    initialValues: { dashboard: '', name: '' },
    validate: {
      name: (name, { dashboard }) =>
        dashboard === '' && name.trim() === '' ? t('field.required') : null,
    },
    send: ({ dashboard, name }) =>
      dashboard === ''
        ? createDashboard({ name, tiles: [{ settings }] })
        : addTile(dashboard, settings),
    done({ name }) {
      notifications.show({ message: t('dashboards.added', { name }) });
      onClose();
    },
  });
  return (
    <FormDialog title={t('dashboards.add')} form={form} verb={t('answers.apply')} onClose={onClose}>
      <NativeSelect
        label={t('dashboards.addTo')}
        data={[
          { value: '', label: t('dashboards.addNew') },
          ...own.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.getInputProps('dashboard')}
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
