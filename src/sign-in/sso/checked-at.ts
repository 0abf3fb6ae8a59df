/**
 * When the provider last checked the person, in milliseconds, by `auth_time` (OpenID Connect Core §2): a sign-in that it
 * waved through proves no one's presence before something sensitive (ASVS 6.8.4). 0: it does not say. That it was told to
 * ask proves nothing, since the request goes through the browser, where `prompt` and `max_age` can be taken out.
 */
export function checkedAt(claims: Readonly<Record<string, unknown>>, now: number): number {
  const seconds = Object.hasOwn(claims, 'auth_time') ? claims['auth_time'] : undefined;
  return typeof seconds === 'number' ? Math.min(Math.max(seconds * 1000, 0), now) : 0;
}
