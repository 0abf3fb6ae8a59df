import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ViewItem } from '#answer-tables/app-types.ts';
import { useSession } from '#web/api/session.ts';
import { deleteView, viewConsequencesQuery } from '#web/api/views.ts';
import { ConsentDialog } from '#web/components/consent-dialog.tsx';
import { QueryState } from '#web/components/query-state.tsx';
import { useTranslation } from '#web/texts/texts.ts';

interface DeleteViewDialogProps {
  readonly view: ViewItem;
  readonly onClose: () => void;
}

/** Explains what deleting a view causes, before it is done. Only tables of answers have views that exports are scheduled of. */
export function DeleteViewDialog({
  view: { id, name, list, sharing },
  onClose,
}: DeleteViewDialogProps) {
  const { t } = useTranslation();
  return (
    <ConsentDialog
      title={t('views.deleteTitle', { name })}
      verb={t('views.delete')}
      act={() => deleteView(id)}
      notice={t('views.deleted')}
      onClose={onClose}
    >
      <Text size="sm">
        {t(sharing.with === 'nobody' ? 'views.deleteText' : 'views.deleteShared')}
      </Text>
      {list === 'answers' && <StoppedSchedules view={id} />}
    </ConsentDialog>
  );
}

function StoppedSchedules({ view }: { readonly view: string }) {
  const { t } = useTranslation();
  const { user } = useSession();
  const query = useQuery(viewConsequencesQuery(view));
  if (!query.data) return <QueryState query={query} />;
  const { scheduledExports, more } = query.data;
  return (
    <>
      {scheduledExports.length > 0 && (
        <div>
          <Text size="sm">{t('views.schedulesStop')}</Text>
          <List size="sm">
            {scheduledExports.map(({ id, name, owner }) => (
              <List.Item key={id} className="wrap-anywhere">
                {owner.id === user.id
                  ? name
                  : t('views.scheduleOf', { name, owner: owner.name ?? t('forms.gone.User') })}
              </List.Item>
            ))}
          </List>
        </div>
      )}
      {more > 0 && <Text size="sm">{t('views.moreSchedulesStop', { count: more })}</Text>}
    </>
  );
}
