import { like, type Parsed, type Setting, setting, shown } from './setting.ts';
import type { SettingReference } from './setting-reference.ts';

/** Returns a setting of the origin of an https URL: `https://host[:port]` without a trailing slash. */
export const origin = (reference: SettingReference): Setting<string | undefined> =>
  setting<string | undefined>(reference, (text) => parse(text, reference), undefined);

function parse(text: string, reference: SettingReference): Parsed<string> {
  const url = URL.parse(text);
  if (!url) return { problem: `${shown(text)} is not a URL.`, fix: `Give one${like(reference)}.` };
  const [problem, fix] = faultOf(text, url) ?? [];
  if (problem === undefined) return { value: url.origin };
  return { problem, fix: `${fix}${like(reference)}.` };
}

function faultOf(text: string, url: URL): readonly [problem: string, fix: string] | undefined {
  if (url.protocol !== 'https:') {
    return ['It does not start with https://.', 'All calls use HTTPS. Set an https URL'];
  }
  if (url.username !== '' || url.password !== '') {
    return ['It contains a user name or password.', 'Give only host and port'];
  }
  if (url.pathname !== '/') {
    return ['It has a path.', 'Formstead answers at the root of a host: give only host and port'];
  }
  if (/[?#]/.test(text)) return ['It has a query or a fragment.', 'Give only host and port'];
  return hostFault(url);
}

function hostFault({ hostname, port }: URL): readonly [problem: string, fix: string] | undefined {
  if (hostname.includes('_')) {
    return ['Its host name has an underscore.', 'Okta refuses those: use another name'];
  }
  if (hostname === '0.0.0.0' || hostname === '[::]' || port === '0') {
    return ['Clients cannot call that address.', 'Give the address that clients use'];
  }
  if (!HOST.test(hostname)) return ['Its host is not a host name.', 'Give a host name'];
  return undefined;
}

const HOST = /^(?:\[[0-9a-f:.]+\]|[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*)$/;
