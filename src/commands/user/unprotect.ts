import { userChange } from './change-one-user.ts';

export const userUnprotect = userChange({
  name: 'user unprotect',
  summary: 'let identity providers see and change a break-glass user',
  details:
    'An identity provider can then deactivate this user. Make sure that another admin\n' +
    'can sign in.',
  change: (tx, directory, actor, { id }) => directory.openToProvisioning(tx, actor, id),
  messageOf: ({ userName }) => `${userName} is visible over SCIM.`,
});
