/** What a credential can be narrowed to. */
export const RIGHTS = ['scim', 'forms.read', 'forms.write', 'directory.read', 'webhooks'] as const;
