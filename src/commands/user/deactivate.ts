import { userChange } from './change-one-user.ts';

export const userDeactivate = userChange({
  name: 'user deactivate',
  summary: 'block a user, and keep everything else',
  details:
    'Tokens and sessions end with the next request. Credentials that act as the user\n' +
    'are suspended until the user is reactivated. The last active admin cannot be\n' +
    'deactivated.',
  change: (tx, directory, actor, { id }) => directory.setActive(tx, actor, id, false),
  messageOf: ({ userName }) => `${userName} is deactivated.`,
});
