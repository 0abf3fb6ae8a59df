import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { UserDetail } from '#administration/app-types.ts';
import { changeUser, consequencesQuery, deleteUser } from '../../api/users.ts';
import { ConsentDialog } from '../../components/consent-dialog.tsx';
import { QueryState } from '../../components/query-state.tsx';

export type Leaving = 'deactivate' | 'block' | 'delete';

interface LeavingDialogProps {
  readonly user: UserDetail;
  readonly how: Leaving;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const acts = {
  deactivate: (id: string) => changeUser(id, { active: false }),
  block: (id: string) => changeUser(id, { blocked: true }),
  delete: deleteUser,
};
const CREDENTIALS = {
  deactivate: 'credentialsRest',
  block: 'credentialsBlocked',
  delete: 'credentialsEnd',
} as const;
const WAY_BACK = {
  deactivate: 'wayBack',
  block: 'blockWayBack',
  delete: 'noWayBack',
} as const;

/** Spells out what deactivating, blocking or deleting somebody means, before it is done. */
export function LeavingDialog({ user, how, onDone, onClose }: LeavingDialogProps) {
  const { t } = useTranslation();
  const query = useQuery(consequencesQuery(user.id));
  const { data } = query;
  const name = user.displayName ?? user.userName;
  return (
    <ConsentDialog
      title={t(`users.${how}Title`, { name })}
      verb={t(`users.${how}`)}
      act={() => acts[how](user.id)}
      onDone={onDone}
      onClose={onClose}
    >
      <QueryState query={query} />
      {data && (
        <>
          {data.isLastAdmin && <Text fw={500}>{t('users.lastAdmin')}</Text>}
          {data.isSelf && <Text fw={500}>{t('users.yourself')}</Text>}
          {data.didProvisioning && <Text fw={500}>{t('users.provisions')}</Text>}
          <List>
            <List.Item>{t('users.sessionsEnd', { count: data.sessions })}</List.Item>
            <List.Item>{t(`users.${CREDENTIALS[how]}`, { count: data.credentials })}</List.Item>
            {how === 'delete' && (
              <List.Item>{t('users.groupsLeft', { count: data.groups })}</List.Item>
            )}
            {how === 'delete' && data.managedPeople > 0 && (
              <List.Item>{t('users.peopleManaged', { count: data.managedPeople })}</List.Item>
            )}
            <List.Item>{t('users.formsStay', { count: data.forms })}</List.Item>
          </List>
          <Text>{t(`users.${WAY_BACK[how]}`)}</Text>
        </>
      )}
    </ConsentDialog>
  );
}
