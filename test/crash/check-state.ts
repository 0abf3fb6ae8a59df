// Opens a data directory as the program does after a crash, and checks for everything that was acknowledged.
import { pino } from 'pino';
import { readSettings } from '#config/settings.ts';
import { findDamage } from '#db/find-damage.ts';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { openServices, type Services } from '#services.ts';
import type { Env } from '../support/command-line.ts';
import {
  faultsOfEvents,
  faultsOfExports,
  faultsOfFiles,
  faultsOfForms,
  faultsOfValues,
} from './check-forms.ts';
import { compare, countOf, type Expected } from './compare.ts';
import { groupValue } from './provisioning-load.ts';

/** @returns everything that is wrong, in sentences */
export async function faultsOf(env: Env, expected: Expected): Promise<string[]> {
  const settings = readSettings({ ...env, FORMSTEAD_PORT: '0' });
  const log = pino({ level: 'silent' });
  const base = { settings, clock: systemClock, random: systemRandom, log };
  const services = await openServices(base).catch((error: unknown) => String(error));
  if (typeof services === 'string') return [`it can't be opened: ${services}`];
  try {
    const { db } = services;
    const damage = db.engine === 'sqlite' ? await findDamage(db.reader, 'whole') : undefined;
    if (damage !== undefined) return [damage];
    return [
      ...(await faultsOfUsers(services, expected)),
      ...(await faultsOfGroups(services, expected)),
      ...(await faultsOfForms(services, expected)),
      ...(await faultsOfValues(services)),
      ...(await faultsOfFiles(services, expected)),
      ...(await faultsOfExports(services, expected)),
      ...(await faultsOfEvents(services, expected)),
      ...(await faultsOfKeys(services, expected)),
      ...(await faultsOfRecord(services, expected)),
    ];
  } finally {
    await services.close();
  }
}

async function faultsOfUsers({ db }: Services, expected: Expected): Promise<readonly string[]> {
  const rows = await db.reader
    .selectFrom('users')
    .select(['id', 'user_name', 'attributes'])
    .where('account_id', '=', expected.accountId)
    .execute();
  const titles = rows.map((row): readonly [string, string] => [
    row.user_name,
    String(JSON.parse(row.attributes).title),
  ]);
  const faults = compare(expected, 'user', new Map(titles));
  // A partial write would be a user without its audit event, or an audit event without its user.
  const made = await countOf(db, expected.accountId, 'user.create');
  const odd = rows.filter((row) => row.user_name !== 'admin' && made.get(row.id) !== 1);
  return [...faults, ...odd.map((row) => `${row.user_name} was made ${made.get(row.id)} times`)];
}

async function faultsOfGroups({ db }: Services, expected: Expected): Promise<readonly string[]> {
  const { accountId } = expected;
  const groups = await db.reader
    .selectFrom('groups')
    .select(['id', 'display_name'])
    .where('account_id', '=', accountId)
    .execute();
  const members = await db.reader
    .selectFrom('memberships')
    .leftJoin('users', (join) =>
      join
        .onRef('users.account_id', '=', 'memberships.account_id')
        .onRef('users.id', '=', 'memberships.member_id'),
    )
    .select(['memberships.group_id', 'users.user_name'])
    .where('memberships.account_id', '=', accountId)
    .execute();
  const namesOf = new Map<string, string[]>(groups.map(({ id }) => [id, []]));
  for (const { group_id, user_name } of members) {
    namesOf.get(group_id)?.push(user_name ?? 'nobody');
  }
  const values = groups.map(({ id, display_name }): readonly [string, string] => [
    display_name,
    groupValue(namesOf.get(id) ?? []),
  ]);
  const made = await countOf(db, accountId, 'group.create');
  const odd = groups.filter(({ id }) => made.get(id) !== 1);
  return [
    ...compare(expected, 'group', new Map(values)),
    ...odd.map(({ id, display_name }) => `${display_name} was made ${made.get(id)} times`),
  ];
}

/** Checks that each rotation created both keys or none, retired the previous ones and was recorded. */
async function faultsOfKeys({ db }: Services, expected: Expected): Promise<readonly string[]> {
  const keys = await db.reader.selectFrom('keys').select(['kid', 'use', 'retired_at']).execute();
  const faults: string[] = [];
  for (const use of ['sig', 'enc'] as const) {
    const inUse = keys.filter((key) => key.use === use && key.retired_at === null).length;
    if (inUse !== 1) faults.push(`${inUse} ${use} keys are in use`);
  }
  const made = await countOf(db, expected.accountId, 'key.create');
  const kids = keys.map(({ kid }) => kid);
  const lines = kids.map((kid) => made.get(kid) ?? 0);
  // The first two keys are older than the account, so its audit log does not contain them.
  const isRecorded = lines.filter((count) => count === 0).length === 2;
  if (!isRecorded || lines.some((count) => count > 1) || keys.length % 2 !== 0) {
    faults.push(`${keys.length} keys were made ${lines.join(', ')} times`);
  }
  return [...compare(expected, 'key', new Map(kids.map((kid) => [kid, 'made']))), ...faults];
}

async function faultsOfRecord(
  { db, chains }: Services,
  expected: Expected,
): Promise<readonly string[]> {
  const { accountId } = expected;
  const issued = await countOf(db, accountId, 'token.issue');
  const tokens = new Map([...issued.keys()].map((id) => [id, 'issued']));
  await chains.linkPending();
  const report = await chains.verify(accountId);
  const faults = compare(expected, 'token', tokens);
  if (!report.intact) return [...faults, `audit record: ${JSON.stringify(report.faults)}`];
  const lost = await chains.countLost();
  return lost === 0 ? faults : [...faults, `${lost} audit records are lost`];
}
