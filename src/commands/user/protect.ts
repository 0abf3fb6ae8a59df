import { userChange } from './change-one-user.ts';

export const userProtect = userChange({
  name: 'user protect',
  summary: 'make a user break-glass: identity providers neither see nor change it',
  details:
    'For an admin who must be able to sign in while the identity provider is down or\n' +
    'wrong. SCIM answers 404 for the user, and 409 for another user with the same\n' +
    'userName.',
  change: (tx, directory, actor, { id }) => directory.closeToProvisioning(tx, actor, id),
  messageOf: ({ userName }) => `${userName} is invisible over SCIM.`,
});
