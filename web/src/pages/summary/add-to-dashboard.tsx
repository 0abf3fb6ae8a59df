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

type Item = DashboardList['items'][number];

const PAGE_SIZE = 50;
/** The most dashboards that are read. An account has as many as its users make, and an admin sees all of them. */
const MOST_READ = 1000;

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
  const { data } = useQuery({
    queryKey: [DASHBOARDS, 'editable'],
    queryFn: listEditable,
  });
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
          ...(data ?? []).map(({ id, name }) => ({ value: id, label: name })),
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

/** Returns the dashboards that the reader may change, by name. The list also has those that others share with them. */
async function listEditable(): Promise<readonly Item[]> {
  const editable: Item[] = [];
  let cursor: string | undefined;
  for (let read = 0; read < MOST_READ; read += PAGE_SIZE) {
    const page = await get<DashboardList>(DASHBOARDS, { limit: PAGE_SIZE, cursor });
    editable.push(...page.items.filter(({ mayEdit }) => mayEdit));
    cursor = page.next;
    if (cursor === undefined) break;
  }
  return editable;
}
