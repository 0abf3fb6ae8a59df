import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { counted } from './shell/text.ts';

/** What commands count. A number and one of these, side by side in a text, is "1 files" some day. */
const NOUNS =
  'accounts|attachments|backups|bytes|connections|credentials|days|events|files|forms|groups|keys|lines|links|mails|memberships|migrations|organisations|people|queues|records|requests|rows|secrets|sessions|users|webhooks';
const UNCOUNTED = new RegExp(`\\$\\{(?!counted\\()[^}]*\\} (?:\\w+ )?(?:${NOUNS})\\b`, 'g');
/** Numbers that are never 1, with why. */
const NEVER_ONE: readonly RegExp[] = [
  // Constants.
  /MAX_BYTES\} bytes$/,
  // Said only if there is more than one.
  /accounts\.length\} accounts$/,
  /others\} organisations$/,
  // Said after every 10,000.
  /soFar\} forms$/,
  // Not counted.
  /'have'\} other bytes$/,
];

test('commands say 1 file and 2 files', () => {
  assert.deepEqual([counted(1, 'file'), counted(2, 'file')], ['1 file', '2 files']);
  assert.equal(counted(0, 'line waits', 'lines wait'), '0 lines wait');
  const found = globSync('src/commands/**/*.ts')
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) =>
      (readFileSync(path, 'utf8').match(UNCOUNTED) ?? []).map((text) => `${path}: ${text}`),
    )
    .filter((line) => !NEVER_ONE.some((text) => text.test(line)));
  assert.deepEqual(found, []);
  assert.deepEqual(
    globSync('{src,tools}/**/*.ts').filter(
      (path) => /\w\(s\)[ `'"]/.test(readFileSync(path, 'utf8')) && !path.includes('scim'),
    ),
    [],
  );
});
