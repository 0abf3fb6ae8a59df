import { userChange } from './change-one-user.ts';

export const userReactivate = userChange({
  name: 'user reactivate',
  summary: 'give a deactivated user access again',
  details: 'Suspended credentials work again; old tokens and sessions never do.',
  change: (tx, directory, actor, { id }) => directory.setActive(tx, actor, id, true),
  messageOf: ({ userName }) => `${userName} is active.`,
});
