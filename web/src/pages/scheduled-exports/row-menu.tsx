import { ActionIcon, Menu, Text } from '@mantine/core';
import {
  IconDots,
  IconHistory,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { ScheduledExportItem } from '#scheduled-exports/app-types.ts';
import { deleteScheduledExport, pauseScheduledExport } from '#web/api/scheduled-exports.ts';
import { useSession } from '#web/api/session.ts';
import { ConsentDialog } from '#web/components/consent-dialog.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { Problem } from '#web/components/problem.tsx';
import { dayText } from '#web/components/time-text.ts';
import { useAct } from '#web/components/use-act.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { useReasonText } from './use-reason-text.ts';

interface ItemProps {
  readonly item: ScheduledExportItem;
}

interface RowMenuProps extends ItemProps {
  readonly onChange: () => void;
}

/** What can be done with a scheduled export. Only its owner changes it or lets it go on: it acts with their rights. */
export function RowMenu({ item, onChange }: RowMenuProps) {
  const { t } = useTranslation();
  const { user } = useSession();
  const [open, setOpen] = useState<'history' | 'delete'>();
  const { id, name, state, owner } = item;
  const isOwn = owner.id === user.id;
  const pause = useAct((paused: boolean) => pauseScheduledExport(id, paused));
  const close = () => setOpen(undefined);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            loading={pause.isRunning}
            aria-label={t('scheduledExports.actionsOf', { name })}
          >
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isOwn && (
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={onChange}>
              {t('scheduledExports.edit')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconHistory size={16} />} onClick={() => setOpen('history')}>
            {t('scheduledExports.viewHistory')}
          </Menu.Item>
          {state === 'running' && (
            <Menu.Item leftSection={<IconPlayerPause size={16} />} onClick={() => pause.run(true)}>
              {t('scheduledExports.pause')}
            </Menu.Item>
          )}
          {state !== 'running' && isOwn && (
            <Menu.Item leftSection={<IconPlayerPlay size={16} />} onClick={() => pause.run(false)}>
              {t('scheduledExports.resume')}
            </Menu.Item>
          )}
          <Menu.Item
            color="var(--mantine-color-error)"
            leftSection={<IconTrash size={16} />}
            onClick={() => setOpen('delete')}
          >
            {t('scheduledExports.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {pause.problem && <Problem error={pause.problem} />}
      {open === 'history' && <HistoryDialog item={item} onClose={close} />}
      {open === 'delete' && (
        <ConsentDialog
          title={t('scheduledExports.deleteTitle', { name })}
          verb={t('scheduledExports.delete')}
          act={() => deleteScheduledExport(id)}
          notice={t('scheduledExports.deleted')}
          onClose={close}
        >
          {t('scheduledExports.deleteLead')}
        </ConsentDialog>
      )}
    </>
  );
}

/** What became of the last dates, the latest first. */
function HistoryDialog({ item: { name, runs }, onClose }: ItemProps & { onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const reasonText = useReasonText();
  return (
    <Dialog title={t('scheduledExports.history', { name })} onClose={onClose}>
      {runs.length === 0 && <Text size="sm">{t('scheduledExports.noHistory')}</Text>}
      {runs.map(({ day, outcome, reason }) => (
        <div key={day}>
          <Text size="sm" fw={550}>
            {`${dayText(day, i18n.locale)}: ${t(`scheduledExports.outcomes.${outcome}`)}`}
          </Text>
          {outcome === 'failed' && <Text size="sm">{reasonText(reason)}</Text>}
          {outcome === 'left-out' && <Text size="sm">{t('scheduledExports.leftOut')}</Text>}
        </div>
      ))}
    </Dialog>
  );
}
