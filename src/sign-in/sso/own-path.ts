/**
 * Where a browser may be sent after it was elsewhere: the path, query and fragment of an address of this service, as
 * browsers read it. Undefined for every other: an open redirect would lend our name to another site (RFC 9700 §4.11).
 */
export function ownPath(publicUrl: string, wanted: string): string | undefined {
  const base = new URL(publicUrl);
  if (!wanted.startsWith('/') || !URL.canParse(wanted, base)) return undefined;
  const { origin, pathname, search, hash } = new URL(wanted, base);
  // `/..//evil.example` is of this origin, and its path alone is an address of another.
  if (origin !== base.origin || pathname.startsWith('//')) return undefined;
  return `${pathname}${search}${hash}`;
}
