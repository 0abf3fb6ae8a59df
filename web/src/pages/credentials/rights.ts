/** The permissions to which a credential can be restricted. */
export const RIGHTS = [
  'scim',
  'forms.read',
  'forms.write',
  'lists',
  'templates',
  'directory.read',
  'webhooks',
] as const;
