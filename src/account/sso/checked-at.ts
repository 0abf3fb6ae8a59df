/**
 * When the provider last checked the person, in milliseconds: a sign-in that it waved through proves no one's presence
 * before something sensitive (ASVS 6.8.4). By `auth_time` (OpenID Connect Core §2) where it says so; a provider that
 * doesn't is believed when it was told to ask anew. 0: nobody knows.
 */
export function checkedAt(
  claims: Readonly<Record<string, unknown>>,
  isFresh: boolean,
  now: number,
): number {
  const seconds = Object.hasOwn(claims, 'auth_time') ? claims['auth_time'] : undefined;
  if (typeof seconds === 'number') return Math.min(Math.max(seconds * 1000, 0), now);
  return isFresh ? now : 0;
}
