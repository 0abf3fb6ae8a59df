import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { UserDetail } from '#administration/app-types.ts';
import { changeUser, consequencesQuery, deleteUser } from '#web/api/users.ts';
import { ConsentDialog } from '#web/components/consent-dialog.tsx';
import { late } from '#web/components/late.ts';
import { QueryState } from '#web/components/query-state.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { Consequences } from './consequences.tsx';

const ReviewsOf = late(() => import('#web/people/reviews-of.tsx'), 'ReviewsOf', ['reviews']);

const RulesNaming = late(() => import('#web/templates/rules-naming.tsx'), 'RulesNaming', ['rules']);

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

/** Explains what deactivating, blocking or deleting a user causes, before it is done. */
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
          {data.isLastAdmin && <Text fw={550}>{t('users.lastAdmin')}</Text>}
          {data.isSelf && <Text fw={550}>{t('users.yourself')}</Text>}
          {data.didProvisioning && <Text fw={550}>{t('users.provisions')}</Text>}
          <List>
            <Consequences
              counts={{
                sessionsEnd: data.sessions,
                [CREDENTIALS[how]]: data.credentials,
                ...(how === 'delete' && {
                  groupsLeft: data.groups,
                  peopleManaged: data.managedPeople,
                }),
                formsStay: data.forms,
                seriesLeft: data.series,
                exportsStop: data.scheduledExports,
              }}
            />
            <Suspense>
              <ReviewsOf reviews={data.reviews} />
            </Suspense>
          </List>
          <Suspense>
            <RulesNaming id={user.id} isPerson />
          </Suspense>
          <Text>{t(`users.${WAY_BACK[how]}`)}</Text>
        </>
      )}
    </ConsentDialog>
  );
}
