import { userChange } from './change-one-user.ts';

export const userDeactivate = userChange({
  name: 'user deactivate',
  summary: 'end the access of a user, keeping everything else',
  details:
    'Tokens and sessions end with the next request; credentials acting as the user\n' +
    'are suspended until reactivation. The last active admin stays.',
  change: (tx, directory, actor, { id }) => directory.setActive(tx, actor, id, false),
  messageOf: ({ userName }) => `${userName} is deactivated.`,
});
