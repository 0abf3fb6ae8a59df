// Separate from the guides, which are loaded later than the URLs that name them.
export const GUIDE_IDS = [
  'entra',
  'okta',
  'onelogin',
  'jumpcloud',
  'pingfederate',
  'google',
  'authentik',
  'keycloak',
] as const;
export type GuideId = (typeof GUIDE_IDS)[number];
