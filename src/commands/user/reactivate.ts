import { userChange } from './change-one-user.ts';

export const userReactivate = userChange({
  name: 'user reactivate',
  summary: 'unblock a deactivated user',
  details: 'Suspended credentials work again. Old tokens and sessions stay invalid.',
  change: (tx, directory, actor, { id }) => directory.setActive(tx, actor, id, true),
  messageOf: ({ userName }) => `${userName} is active.`,
});
