/** Answers are data for one caller: never framed, sniffed, cached by others or linked from. */
export function securityHeaders(isTrustedCertificate: boolean): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-cache',
    // Never with a certificate that browsers don't trust: it would lock people out of localhost.
    ...(isTrustedCertificate && {
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    }),
  };
}
