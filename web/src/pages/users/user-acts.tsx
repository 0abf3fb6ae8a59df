import { Button, Group } from '@mantine/core';
import type { UserDetail } from '#administration/app-types.ts';
import type { UserChange } from '#web/api/users.ts';
import { useTranslation } from '#web/texts/texts.ts';
import type { Leaving } from './leaving-dialog.tsx';
import { UserLink } from './user-link.tsx';

interface UserActsProps {
  readonly user: UserDetail;
  /** Runs an action that gives access back; it needs no confirmation. */
  readonly change: { run(input: UserChange): void; readonly isRunning: boolean };
  /** Opens the dialog for an action that takes access away. */
  readonly onLeave: (how: Leaving) => void;
}

/** The actions on a user's access. */
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

/**
 * Returns the action that changes the access. If the identity provider decides who is active, an admin can only block
 * or unblock.
 */
function actOf({ active, blocked, locked }: UserDetail) {
  if (blocked) return 'unblock';
  if (locked.includes('active')) return 'block';
  return active ? 'deactivate' : 'activate';
}
