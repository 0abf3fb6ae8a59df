/**
 * Returns when the identity provider last checked the person, in milliseconds since the epoch, from `auth_time` (OpenID
 * Connect Core §2); 0 when the provider does not say. A sign-in without a check proves nobody's presence before a
 * sensitive action (ASVS 6.8.4). That the provider was told to ask proves nothing, because the request goes through the
 * browser, where `prompt` and `max_age` can be removed.
 */
export function checkedAt(claims: Readonly<Record<string, unknown>>, now: number): number {
  const seconds = Object.hasOwn(claims, 'auth_time') ? claims['auth_time'] : undefined;
  if (typeof seconds !== 'number') return 0;
  // It may have a fraction (RFC 7519 §2).
  return Math.min(Math.max(Math.floor(seconds * 1000), 0), now);
}
