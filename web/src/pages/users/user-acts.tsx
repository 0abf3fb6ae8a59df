import { Button, Group } from '@mantine/core';
import type { UserDetail } from '#administration/app-types.ts';
import type { UserChange } from '../../api/users.ts';
import { useTranslation } from '../../texts.ts';
import type { Leaving } from './leaving-dialog.tsx';
import { UserLink } from './user-link.tsx';

interface UserActsProps {
  readonly user: UserDetail;
  /** What lets the person in again is done at once. */
  readonly change: { run(input: UserChange): void; readonly isRunning: boolean };
  /** What keeps the person out is spelled out first. */
  readonly onLeave: (how: Leaving) => void;
}

/** What can be done about somebody's way in. */
export function UserActs({ user, change, onLeave }: UserActsProps) {
  const { t } = useTranslation();
  const act = actOf(user);
  return (
    <Group>
      {user.active && !user.ssoOnly && <UserLink user={user} />}
      {act === 'activate' || act === 'unblock' ? (
        <Button loading={change.isRunning} onClick={() => change.run(CHANGES[act])}>
          {t(`users.${act}`)}
        </Button>
      ) : (
        <Button variant="default" onClick={() => onLeave(act)}>
          {t(`users.${act}`)}
        </Button>
      )}
      <Button variant="default" onClick={() => onLeave('delete')}>
        {t('users.delete')}
      </Button>
    </Group>
  );
}

const CHANGES = { activate: { active: true }, unblock: { blocked: false } };

/** Where the identity provider says who is active, a block is what an admin has. */
function actOf({ active, blocked, locked }: UserDetail) {
  if (blocked) return 'unblock';
  if (locked.includes('active')) return 'block';
  return active ? 'deactivate' : 'activate';
}
