/**
 * Returns the path, query and fragment of an address of this service, as browsers parse it: a safe target for a
 * redirect. Undefined for every other address, because an open redirect would help phishing (RFC 9700 §4.11).
 */
export function ownPath(publicUrl: string, wanted: string): string | undefined {
  const base = new URL(publicUrl);
  if (!wanted.startsWith('/') || !URL.canParse(wanted, base)) return undefined;
  const { origin, pathname, search, hash } = new URL(wanted, base);
  // `/..//evil.example` has this origin, but its path alone is an address of another origin.
  if (origin !== base.origin || pathname.startsWith('//')) return undefined;
  return `${pathname}${search}${hash}`;
}
