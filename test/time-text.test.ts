// Tests how pages show when something was or will be.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { writeDay } from '#questionnaires/reading/moments.ts';
import { dateTimeText } from '#web/components/calendar-formats.ts';
import { exactTime, minuteTime } from '#web/components/exact-time.ts';
import { dateText, dayText, timeText } from '#web/components/time-text.ts';
import { spanText } from '#web/conditions/periods.ts';

const NOW = new Date(2026, 10, 22, 14, 30);
const ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const said = (at: Date, language = 'en') => timeText(at, NOW, language, ZONE);

test('what is a week or more away is a date, never "next year" or "last month"', () => {
  assert.equal(said(new Date(2027, 0, 3)), 'Jan 3, 2027');
  assert.equal(said(new Date(2027, 0, 3), 'de'), '03.01.2027');
  assert.equal(said(new Date(2028, 5, 30)), 'Jun 30, 2028');
  assert.equal(said(new Date(2026, 9, 1)), 'Oct 1, 2026');
  assert.equal(said(new Date(2026, 10, 29, 0, 0)), 'Nov 29, 2026');
});

test('what is nearer is said as people count: tomorrow is the next day, and no hour is too many', () => {
  assert.equal(said(new Date(2026, 10, 28, 23, 0)), 'in 6 days');
  assert.equal(said(new Date(2026, 10, 24, 2, 0)), 'in 2 days');
  assert.equal(said(new Date(2026, 10, 23, 20, 0)), 'tomorrow');
  assert.equal(said(new Date(2026, 10, 23, 2, 0)), 'in 11 hours');
  assert.equal(said(new Date(2026, 10, 22, 11, 31)), '2 hours ago');
  assert.equal(said(new Date(2026, 10, 22, 14, 29)), '1 minute ago');
  assert.equal(said(NOW), 'now');
  assert.equal(said(new Date(2026, 10, 21, 9, 0), 'de'), 'gestern');
});

test('the organisation has one day, wherever somebody reads it', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  const late = new Date('2026-11-14T23:30:00Z');
  assert.equal(timeText(late, now, 'en', 'UTC'), 'Nov 14, 2026');
  assert.equal(timeText(late, now, 'en', 'Europe/Berlin'), 'Nov 15, 2026');
  assert.equal(timeText(new Date('2026-11-20T23:30:00Z'), now, 'en', 'UTC'), '2 days ago');
  assert.equal(timeText(new Date('2026-11-20T23:30:00Z'), now, 'en', 'Asia/Tokyo'), 'yesterday');
});

// A chip said 1/31/2026, the table below it Jan 31, 2026, and a note January 31, 2026.
test('a day is written in the same way by filters, tables, notes and exact times', () => {
  const at = new Date('2026-01-31T09:05:00Z');
  for (const [language, day] of [
    ['en', 'Jan 31, 2026'],
    ['de', '31.01.2026'],
  ] as const) {
    assert.equal(dayText('2026-01-31', language), day);
    assert.equal(dateText(at, language, 'UTC'), day);
    assert.equal(timeText(at, NOW, language, 'UTC'), day);
    assert.equal(writeDay('2026-01-31', language), day);
    assert.equal(
      spanText('2026-01-31', undefined, language, (word) => word),
      `${day} – …`,
    );
    for (const text of [
      exactTime(at, language),
      minuteTime(at, language),
      dateTimeText(at, language, 'UTC'),
    ]) {
      assert.ok(text.startsWith(`${day}, `), text);
    }
  }
  assert.equal(dayText('soon', 'en'), 'soon');
});

const FORMATS =
  /^web\/src\/components\/(?:formats|calendar-formats|exact-time|time-text)\.ts$|^web\/src\/locales\//;
const OWN_FORMAT =
  /toLocale(?:Date|Time)String|Intl\.(?:DateTimeFormat|RelativeTimeFormat)|\b(?:dateStyle|timeStyle|weekday|hour|minute|month): '(?:full|long|medium|short|narrow|numeric|2-digit)/;

test('no screen has a style of its own for dates and times', () => {
  const own = globSync('web/src/**/*.{ts,tsx}').filter(
    (path) => !FORMATS.test(path) && OWN_FORMAT.test(readFileSync(path, 'utf8')),
  );
  assert.deepEqual(own, [], 'write them by web/src/components/formats.ts');
  assert.match("day.toLocaleDateString(language, { dateStyle: 'long' })", OWN_FORMAT);
  assert.match('new Intl.DateTimeFormat(language)', OWN_FORMAT);
});
