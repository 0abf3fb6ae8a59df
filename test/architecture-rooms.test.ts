// A room is a folder of a domain, or a file that is named here. Imports between the rooms of one domain go down the list
// of the domain, as imports between domains go down the ranks. The front doors, index.ts and app-types.ts, are above all.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { folderOf, neighboursOf, none, product, type SourceText } from './support/source-text.ts';

/** The rooms of each domain from top to bottom; `.` is the files directly in its folder that are not named. */
const ROOMS: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'administration',
    [
      'profile',
      'settings',
      'users',
      'groups',
      'audit-record',
      'credentials',
      'status/app',
      'status/read-status.ts',
      'alerts',
      '.',
      'status',
    ],
  ],
  [
    'answer-tables',
    [
      'app',
      'v2',
      'operations',
      'dashboards/index.ts',
      'views/index.ts',
      'dashboards/app',
      'dashboards/operations',
      'views/operations',
      'summaries/app',
      'summaries/v2',
      'dashboards',
      'views',
      'summaries',
      'table',
    ],
  ],
  ['attachments', ['app', 'v2', '.']],
  ['audit', ['v2', '.']],
  ['leavers', ['app', '.']],
  ['notices', ['app', 'spread-notices.ts', 'mails', '.', 'choices']],
  ['assignments', ['app', 'v2', 'operations', 'rows', 'reminders', '.']],
  ['bulk', ['operations', '.']],
  [
    'commands',
    [
      'command-table.ts',
      'serve.ts',
      'repair-times/repair-times.ts',
      'account',
      'upgrade',
      'doctor',
      'repair-times',
      'move',
      'backup',
      'work-folder',
      'schema',
      'credential',
      'keys',
      'audit',
      'answers',
      'user',
      '.',
      'rows',
      'shell',
      'age',
    ],
  ],
  ['corrections', ['app', 'operations', '.']],
  ['db', ['open.ts', 'run-migrations.ts', 'require-servable.ts', 'migrate.ts', 'migrations', '.']],
  [
    'directory',
    ['.', 'users', 'groups', 'uniqueness', 'passwords', 'ways-in', 'rows', 'attributes'],
  ],
  ['documents', ['.', 'reading', 'paper-messages.ts', 'drawing', 'pdf.ts']],
  ['exports', ['app', 'v2', 'operations', '.']],
  ['forms', ['app', 'v2', 'operations', '.', 'answers', 'reviews']],
  ['http', ['operation.ts', 'app', 'v2', '.']],
  [
    'oauth',
    [
      'token-endpoint.ts',
      'introspect-token.ts',
      'revoke-token.ts',
      'exposed-credential.ts',
      'client-authentication',
      '.',
    ],
  ],
  ['public-links', ['operations', 'v2', 'visitor', '.']],
  ['provisioning', ['app', 'log/app', 'describe-provisioning.ts', '.', 'log']],
  [
    'questionnaires',
    [
      'engine',
      'naming',
      'answers/check-whole.ts',
      'reading',
      'engine/is-engine-failure.ts',
      'engine/removed-answers.ts',
      'engine/engine-types.ts',
      'reading/shown-answer.ts',
      'definition',
      'answers',
      'definition/limits.ts',
    ],
  ],
  ['retention', ['operations', '.']],
  ['rules', ['operations', '.']],
  ['push', ['app', '.']],
  ['scheduled-exports', ['app', 'operations', '.']],
  ['series', ['app', 'operations', '.']],
  [
    'scim',
    [
      'discovery',
      'root',
      'bulk',
      'stored',
      'groups',
      'me',
      'users',
      'list',
      'filter',
      '.',
      'protocol',
    ],
  ],
  ['shared-lists', ['app', 'v2', 'operations', '.']],
  [
    'sign-in',
    [
      'app',
      'basic',
      'passkeys/app',
      'passwords/app',
      'set-up/app',
      'sso/app',
      'second-factor/app',
      'sessions/app',
      'links/app',
      'sessions/session-reply.ts',
      'passwords',
      'set-up',
      'sessions/begin-first-session.ts',
      'sessions/sessions.ts',
      'sso',
      'links',
      'second-factor',
      'passkeys',
      'sessions',
      'passkeys/assertion.shapes.ts',
      '.',
      'throttle',
    ],
  ],
  [
    'template-files',
    ['app', 'operations', '.', 'xlsform', 'xlsx', 'file-list.ts', 'notes.ts', 'refusal.ts'],
  ],
  [
    'templates',
    [
      'operations',
      'app',
      'v2',
      'templates-deps.ts',
      'publish-checked.ts',
      'templates.ts',
      'rights/change-rights.ts',
      '.',
      'lists',
      'rights',
    ],
  ],
  ['webhooks', ['app', 'v2', 'operations', '.']],
]);

/** Imports that go up. The list may only shrink. */
const ACCEPTED: ReadonlySet<string> = new Set([
  // What the endpoints are handed names the types of those that make it.
  'src/administration/administration-deps.ts -> src/administration/alerts/find-alerts.ts',
  'src/sign-in/sign-in-deps.ts -> src/sign-in/links/link-requests.ts',
  'src/sign-in/sign-in-deps.ts -> src/sign-in/passwords/check-password.ts',
  'src/sign-in/sign-in-deps.ts -> src/sign-in/sessions/sessions.ts',
  // The dates of /v2 are read where all parameters are.
  'src/http/input.ts -> src/http/v2/date-time.ts',
]);

const DOOR = /^src\/[^/]+\/(?:index|app-types)\.ts$/;
const ABOVE_ALL = -1;

/** Returns the position of the room with the longest name that holds the file; undefined when no room does. */
function positionOf(path: string, rooms: readonly string[]): number | undefined {
  if (DOOR.test(path)) return ABOVE_ALL;
  const inDomain = path.split('/').slice(2).join('/');
  const holds = (room: string): boolean =>
    room === '.' ? !inDomain.includes('/') : inDomain === room || inDomain.startsWith(`${room}/`);
  const [room] = rooms.filter(holds).sort((a, b) => b.length - a.length);
  return room === undefined ? undefined : rooms.indexOf(room);
}

/** Returns the imports of a file that go up, each with the names of both rooms. */
function importsUp(
  file: SourceText,
  rooms: readonly string[],
  from: number,
): readonly (readonly [arrow: string, why: string])[] {
  const domain = folderOf(file.path);
  return neighboursOf(file).flatMap((path) => {
    const to = folderOf(path) === domain ? positionOf(path, rooms) : undefined;
    if (to === undefined || to >= from) return [];
    return [[`${file.path} -> ${path}`, `${rooms[from]} lies below ${rooms[to] ?? 'the door'}`]];
  });
}

function orderFaults(
  files: readonly SourceText[],
  order: ReadonlyMap<string, readonly string[]>,
  accepted: ReadonlySet<string>,
): readonly string[] {
  const faults: string[] = [];
  const unneeded = new Set(accepted);
  const empty = new Set(
    [...order].flatMap(([name, rooms]) => rooms.map((room) => `${name}/${room}`)),
  );
  for (const file of files) {
    const domain = folderOf(file.path);
    const rooms = order.get(domain);
    if (rooms === undefined) continue;
    const from = positionOf(file.path, rooms);
    if (from === undefined) faults.push(`${file.path}: no room of ${domain} holds it`);
    else {
      empty.delete(`${domain}/${rooms[from]}`);
      for (const [arrow, why] of importsUp(file, rooms, from))
        if (!unneeded.delete(arrow)) faults.push(`${arrow}: ${why}`);
    }
  }
  for (const arrow of unneeded) faults.push(`${arrow}: goes up no more, so take it off the list`);
  for (const room of empty) faults.push(`${room}: a room without files`);
  return faults;
}

test('imports between the rooms of a domain go down its list', () => {
  none(orderFaults(product, ROOMS, ACCEPTED));
});

test('an import up, a room that nobody lists, and an exception that nobody needs are named', () => {
  const rooms = new Map([['barn', ['.', 'hay/app', 'cows.ts', 'hay']]]);
  const imports = (path: string, ...specifiers: string[]) => ({
    path: `src/barn/${path}`,
    text: specifiers.map((each) => `import { x } from '${each}';`).join('\n'),
  });
  const straight = [
    imports('index.ts', './barn.ts', './hay/app/get-hay.ts'),
    imports('barn.ts', './cows.ts', '#barn/hay/bale.ts', '#kernel/clock.ts'),
    imports('hay/app/get-hay.ts', '#barn/cows.ts', '#barn/hay/bale.ts'),
    imports('cows.ts', './hay/bale.ts'),
    imports('hay/bale.ts', './stalk.ts'),
  ];
  const faultsOf = (more: readonly SourceText[], accepted: readonly string[] = []) =>
    orderFaults([...straight, ...more], rooms, new Set(accepted));
  const up = imports('hay/stalk.ts', '#barn/cows.ts');
  const arrow = 'src/barn/hay/stalk.ts -> src/barn/cows.ts';
  assert.deepEqual(faultsOf([]), []);
  assert.deepEqual(faultsOf([up]), [`${arrow}: hay lies below cows.ts`]);
  assert.deepEqual(faultsOf([up], [arrow]), []);
  assert.deepEqual(faultsOf([], [arrow]), [`${arrow}: goes up no more, so take it off the list`]);
  assert.deepEqual(faultsOf([imports('hay/door.ts', '#barn/index.ts')]), [
    'src/barn/hay/door.ts -> src/barn/index.ts: hay lies below the door',
  ]);
  assert.deepEqual(faultsOf([imports('loft/owl.ts')]), [
    'src/barn/loft/owl.ts: no room of barn holds it',
  ]);
  assert.deepEqual(orderFaults([], new Map([['barn', ['.']]]), new Set()), [
    'barn/.: a room without files',
  ]);
});
