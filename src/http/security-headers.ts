/** Returns the headers that keep answers from being framed, sniffed, cached by others or named in referrers. */
export function securityHeaders(isTrustedCertificate: boolean): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-cache',
    // Never with a certificate that browsers do not trust: it would lock people out of localhost.
    ...(isTrustedCertificate && {
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    }),
  };
}
