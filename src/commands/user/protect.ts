import { userChange } from './change-one-user.ts';

export const userProtect = userChange({
  name: 'user protect',
  summary: 'make a user break-glass: identity providers neither see nor change it',
  details:
    'For an admin who must get in when the identity provider is down or wrong. SCIM\n' +
    'answers 404 for the user, and 409 for another one of the same userName.',
  change: (tx, directory, actor, { id }) => directory.closeToProvisioning(tx, actor, id),
  messageOf: ({ userName }) => `${userName} is invisible over SCIM.`,
});
