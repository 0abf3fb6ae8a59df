import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { ViewItem } from '#answer-tables/app-types.ts';
import { useSession } from '#web/api/session.ts';
import type { ViewPage } from '#web/api/views.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { DeleteViewDialog } from './delete-view-dialog.tsx';
import { SaveViewDialog } from './save-view-dialog.tsx';

interface ManageViewsDialogProps {
  readonly page: ViewPage;
  readonly views: readonly ViewItem[];
  readonly onClose: () => void;
}

/** The views that the user may rename, share or delete. */
export function ManageViewsDialog({ page, views, onClose }: ManageViewsDialogProps) {
  const { t } = useTranslation();
  const isAdmin = useSession().user.role === 'admin';
  const [changing, setChanging] = useState<ViewItem>();
  const [deleting, setDeleting] = useState<ViewItem>();
  const own = views.filter(({ isOwn }) => isOwn);
  const listed = isAdmin ? views : own;
  if (changing !== undefined) {
    return (
      <SaveViewDialog
        page={page}
        view={changing}
        own={own}
        onClose={() => setChanging(undefined)}
      />
    );
  }
  if (deleting !== undefined) {
    return <DeleteViewDialog view={deleting} onClose={() => setDeleting(undefined)} />;
  }
  return (
    <Dialog onClose={onClose} title={t('views.manageTitle')}>
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {listed.map((view) => (
          <Group key={view.id} component="li" justify="space-between" wrap="nowrap">
            <div>
              <Text size="sm" className="wrap-anywhere">
                {view.name}
              </Text>
              <Text size="xs" c="dimmed">
                {view.isOwn
                  ? t(`views.sharedWith.${view.sharing.with}`)
                  : t('views.by', { name: view.owner.name ?? t('forms.gone.User') })}
              </Text>
            </div>
            <Group gap={4} wrap="nowrap">
              {view.isOwn && (
                <ActionIcon
                  variant="subtle"
                  size="lg"
                  aria-label={t('views.change', { name: view.name })}
                  onClick={() => setChanging(view)}
                >
                  <IconPencil size={18} aria-hidden />
                </ActionIcon>
              )}
              <ActionIcon
                variant="subtle"
                color="red"
                size="lg"
                aria-label={t('views.deleteOf', { name: view.name })}
                onClick={() => setDeleting(view)}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            </Group>
          </Group>
        ))}
      </Stack>
      {listed.length === 0 && <Text size="sm">{t('views.noneOwn')}</Text>}
      <Group justify="end" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('views.close')}
        </Button>
      </Group>
    </Dialog>
  );
}
