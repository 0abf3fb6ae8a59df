// A dashboard shows charts of several templates to people with different rights. The server sends each reader their own
// numbers; this page only arranges and edits the tiles.
import { Button, Group, Menu, TextInput } from '@mantine/core';
import {
  IconChartBar,
  IconClipboardCheck,
  IconMail,
  IconPencil,
  IconPrinter,
  IconTrash,
} from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { DashboardDetail } from '#answer-tables/app-types.ts';
import {
  changeDashboard,
  dashboardQuery,
  deleteDashboard,
  type SentTile,
} from '#web/api/dashboards.ts';
import classes from '#web/charts/summary.module.css';
import { ConsentDialog } from '#web/components/consent-dialog.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { Page } from '#web/components/page.tsx';
import { PageMenu } from '#web/components/page-menu.tsx';
import { Problem } from '#web/components/problem.tsx';
import { useAct } from '#web/components/use-act.ts';
import { useLightPrint } from '#web/components/use-printing.ts';
import { useSendForm } from '#web/components/use-send-form.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { AddWorkDialog } from './add-work-dialog.tsx';
import { MailDialog } from './mail-dialog.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { Tile, useSameBefore } from './tile.tsx';
import { type TileDeed, TileMenu } from './tile-menu.tsx';

const route = getRouteApi('/signed-in/dashboards/$id');

/** Charts of answers to several templates; each shows the numbers of the forms that the reader may see. */
export function DashboardPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const { data } = useSuspenseQuery(dashboardQuery(id));
  const [isEditing, setEditing] = useState(false);
  const sameBefore = useSameBefore(data.tiles);
  useLightPrint();
  const { run, problem } = useAct((tiles: readonly SentTile[]) =>
    changeDashboard(id, { name: data.name, revision: data.revision, tiles }),
  );
  const act = (at: number, deed: TileDeed) => run(afterDeed(data.tiles, at, deed));
  return (
    <Page
      title={data.name}
      back={{ to: '/dashboards', label: t('dashboards.title') }}
      actions={<Actions dashboard={data} isEditing={isEditing} onEdit={setEditing} />}
    >
      {problem && <Problem error={problem} />}
      {data.tiles.length === 0 && (
        <EmptyState
          icon={IconChartBar}
          title={t('dashboards.emptyTiles')}
          text={t('dashboards.emptyTilesHint')}
        >
          <Button component={Link} to="/templates" variant="default">
            {t('dashboards.toTemplates')}
          </Button>
        </EmptyState>
      )}
      <div className={classes['cards']}>
        {data.tiles.map((tile, i) => (
          <Tile
            key={tile.id}
            sameBefore={sameBefore[i] ?? 0}
            tile={tile}
            menu={
              isEditing
                ? (hasNumbers) => (
                    <TileMenu
                      name={tile.settings?.title ?? tile.work?.title ?? String(i + 1)}
                      shown={tile.settings}
                      hasNumbers={hasNumbers}
                      isFirst={i === 0}
                      isLast={i === data.tiles.length - 1}
                      onDeed={(deed) => act(i, deed)}
                    />
                  )
                : undefined
            }
          />
        ))}
      </div>
    </Page>
  );
}

/** Returns the tiles as they are sent after a deed: all but one as they are. */
function afterDeed(
  tiles: DashboardDetail['tiles'],
  at: number,
  deed: TileDeed,
): readonly SentTile[] {
  const sent: SentTile[] = tiles.map(({ id }) => ({ id }));
  const tile = tiles[at];
  if (!tile) return sent;
  if (deed === 'remove') return sent.toSpliced(at, 1);
  if (deed === 'up' || deed === 'down') {
    const own = { id: tile.id };
    return sent.toSpliced(at, 1).toSpliced(deed === 'up' ? at - 1 : at + 1, 0, own);
  }
  const { id, settings } = tile;
  if (!settings) return sent;
  const { show: _show, statistic: _statistic, ...rest } = settings;
  return sent.with(at, { id, settings: { ...rest, ...deed } });
}

type Dialogs = 'rename' | 'share' | 'delete' | 'mail' | 'work';

interface ActionsProps {
  readonly dashboard: DashboardDetail;
  readonly isEditing: boolean;
  readonly onEdit: (isEditing: boolean) => void;
}

function Actions({ dashboard, isEditing, onEdit }: ActionsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { mail } = route.useSearch();
  const [open, setOpen] = useState<Dialogs | undefined>(mail && 'mail');
  const close = () => {
    setOpen(undefined);
    if (mail) void navigate({ to: '.', search: {}, replace: true });
  };
  const { mayEdit } = dashboard;
  return (
    <Group gap="xs" className={classes['hidden']}>
      {mayEdit ? (
        <>
          <Button variant="default" onClick={() => setOpen('share')}>
            {t('dashboards.share')}
          </Button>
          <Button variant={isEditing ? 'filled' : 'default'} onClick={() => onEdit(!isEditing)}>
            {t(isEditing ? 'dashboards.done' : 'dashboards.edit')}
          </Button>
        </>
      ) : (
        <Button
          variant="default"
          leftSection={<IconMail size={16} aria-hidden />}
          onClick={() => setOpen('mail')}
        >
          {t('dashboards.mail.get')}
        </Button>
      )}
      <PageMenu>
        {mayEdit && (
          <>
            <Menu.Item
              leftSection={<IconClipboardCheck size={16} />}
              onClick={() => setOpen('work')}
            >
              {t('dashboards.work.add')}
            </Menu.Item>
            <Menu.Item leftSection={<IconMail size={16} />} onClick={() => setOpen('mail')}>
              {t('dashboards.mail.get')}
            </Menu.Item>
          </>
        )}
        <Menu.Item leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
          {t('summary.print')}
        </Menu.Item>
        {mayEdit && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setOpen('rename')}>
              {t('dashboards.rename')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconTrash size={16} />}
              color="var(--mantine-color-error)"
              onClick={() => setOpen('delete')}
            >
              {t('dashboards.delete')}
            </Menu.Item>
          </>
        )}
      </PageMenu>
      <OpenDialog dashboard={dashboard} open={open} onClose={close} />
    </Group>
  );
}

interface OpenDialogProps extends DialogProps {
  readonly open: Dialogs | undefined;
}

function OpenDialog({ dashboard, open, onClose }: OpenDialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  switch (open) {
    case 'rename':
      return <RenameDialog dashboard={dashboard} onClose={onClose} />;
    case 'share':
      return <ShareDialog dashboard={dashboard} onClose={onClose} />;
    case 'work':
      return <AddWorkDialog id={dashboard.id} onClose={onClose} />;
    case 'mail':
      return <MailDialog id={dashboard.id} onClose={onClose} />;
    case 'delete':
      return (
        <ConsentDialog
          title={t('dashboards.deleteTitle')}
          verb={t('dashboards.delete')}
          act={() => deleteDashboard(dashboard.id)}
          notice={t('dashboards.deleted')}
          onDone={() => void navigate({ to: '/dashboards', ignoreBlocker: true })}
          onClose={onClose}
        >
          {t('dashboards.deleteText')}
        </ConsentDialog>
      );
    default:
      return null;
  }
}

interface DialogProps {
  readonly dashboard: DashboardDetail;
  readonly onClose: () => void;
}

function RenameDialog({ dashboard, onClose }: DialogProps) {
  const { t } = useTranslation();
  const [{ id, name, revision }] = useState(dashboard);
  const form = useSendForm<{ readonly name: string }, DashboardDetail>({
    initialValues: { name },
    validate: { name: (text) => (text.trim() === '' ? t('field.required') : null) },
    send: (values) => changeDashboard(id, { ...values, revision }),
    done: onClose,
  });
  return (
    <FormDialog
      title={t('dashboards.renameTitle')}
      form={form}
      verb={t('dashboards.save')}
      onClose={onClose}
    >
      <TextInput
        label={t('dashboards.name')}
        maxLength={100}
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormDialog>
  );
}
