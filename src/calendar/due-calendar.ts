import { contentLine, momentValue, textValue } from './content-line.ts';
import type { CalendarForm } from './due-forms.ts';

interface About {
  readonly organisation: string;
  /** `https://host[:port]` */
  readonly base: string;
}

type Property = readonly [name: string, value: string];

/**
 * Writes forms as a calendar (RFC 5545, with the properties of RFC 7986 that say its name and how often to read it). Each is
 * an event without length at the moment when it is due, in UTC, and blocks no time. Its UID is the id of the form.
 */
export function dueCalendar(forms: readonly CalendarForm[], { organisation, base }: About): string {
  const name = textValue(`Formstead: ${organisation}`);
  const properties: readonly Property[] = [
    ['BEGIN', 'VCALENDAR'],
    ['VERSION', '2.0'],
    ['PRODID', '-//Formstead//Due forms//EN'],
    ['CALSCALE', 'GREGORIAN'],
    ['NAME', name],
    ['X-WR-CALNAME', name],
    ['REFRESH-INTERVAL;VALUE=DURATION', 'PT1H'],
    ['X-PUBLISHED-TTL', 'PT1H'],
    ...(forms.length === 0 ? NOTHING : forms.flatMap((form) => eventOf(form, base))),
    ['END', 'VCALENDAR'],
  ];
  return properties.map(([property, value]) => contentLine(property, value)).join('');
}

const eventOf = (form: CalendarForm, base: string): readonly Property[] => [
  ['BEGIN', 'VEVENT'],
  ['UID', form.id],
  ['DTSTAMP', momentValue(form.updatedAt)],
  ['LAST-MODIFIED', momentValue(form.updatedAt)],
  ['SEQUENCE', String(form.revision)],
  ['DTSTART', momentValue(form.dueAt)],
  ['SUMMARY', textValue(form.name)],
  ['DESCRIPTION', textValue(form.template)],
  ['URL', `${base}/forms/${form.id}`],
  ['TRANSP', 'TRANSPARENT'],
  ['END', 'VEVENT'],
];

/** A calendar has at least one component (§3.4). */
const NOTHING: readonly Property[] = [
  ['BEGIN', 'VTIMEZONE'],
  ['TZID', 'UTC'],
  ['BEGIN', 'STANDARD'],
  ['DTSTART', '19700101T000000'],
  ['TZOFFSETFROM', '+0000'],
  ['TZOFFSETTO', '+0000'],
  ['END', 'STANDARD'],
  ['END', 'VTIMEZONE'],
];
