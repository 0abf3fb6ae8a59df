import { refuseSaml, shown } from './refusal.ts';
import type { XmlElement } from './xml.ts';

/** How far the clocks of the two servers may be apart. */
export const SKEW_MS = 60_000;

/** How long ago an assertion may have been issued. It answers a request, and is posted at once. */
export const MAX_AGE_MS = 600_000;

/** SAML writes times in UTC, with a Z (saml-core 1.3.3). */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/** Returns the time of an attribute in milliseconds; undefined without the attribute. */
export function timeOf(element: XmlElement, name: string): number | undefined {
  const value = element.attributes.get(name);
  if (value === undefined) return undefined;
  const time = TIME.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time))
    refuseSaml(
      'time-format',
      `${name} of ${element.name} is ${shown(value)}; it has to be a time in UTC such as 2026-01-31T12:00:00Z.`,
    );
  return time;
}

export const iso = (time: number): string => new Date(time).toISOString();

const compared = (now: number): string =>
  `and here it is ${iso(now)}. Compare the clocks of both servers.`;

/** What an admin reads of something that is over. */
export const expiredAt = (what: string, endsAt: number, now: number): string =>
  `${what} was valid until ${iso(endsAt)}, ${compared(now)}`;

/** What an admin reads of something that is still to come. */
export const validFrom = (what: string, from: number, now: number): string =>
  `${what} is not valid before ${iso(from)}, ${compared(now)}`;
