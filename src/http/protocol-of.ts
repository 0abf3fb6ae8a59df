import type { Protocol } from './endpoint.ts';

/** Returns the protocol of a path, whether or not there is anything at it. */
export function protocolOf(url: string): Protocol {
  if (/^\/scim(\/|\?|$)/i.test(url)) return 'scim';
  return /^\/connect(\/|\?|$)/i.test(url) ? 'oauth' : 'problem';
}
