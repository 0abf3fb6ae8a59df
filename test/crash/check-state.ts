// Opens a data directory as the program does after a crash, and looks for everything that anybody was told.
import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { readSettings } from '#config/settings.ts';
import { findDamage } from '#db/find-damage.ts';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { openServices, type Services } from '#services.ts';
import type { Env } from '../support/command-line.ts';
import type { Ledger } from './ledger.ts';

interface Expected {
  readonly ledger: Ledger;
  /** Of the crash, as the ledger counts. */
  readonly moment: number;
  readonly accountId: string;
}

/** @returns all that is wrong, in sentences */
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
      ...(await faultsOfForms(services, expected)),
      ...(await faultsOfFiles(services, expected)),
      ...(await faultsOfRecord(services, expected)),
    ];
  } finally {
    await services.close();
  }
}

/** Compares what the ledger has of a kind with what was found. */
const compare = (
  { ledger, moment }: Expected,
  kind: string,
  found: ReadonlyMap<string, string>,
): readonly string[] =>
  ledger
    .things(kind)
    .flatMap((thing) => ledger.fault(thing, found.get(thing.slice(kind.length + 1)), moment) ?? []);

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
  // Half a write would be a user without the line that tells of it, or a line without a user.
  const made = await countOf(db, expected.accountId, 'user.create');
  const odd = rows.filter((row) => row.user_name !== 'admin' && made.get(row.id) !== 1);
  return [...faults, ...odd.map((row) => `${row.user_name} was made ${made.get(row.id)} times`)];
}

async function faultsOfForms({ db }: Services, expected: Expected): Promise<readonly string[]> {
  const rows = await db.reader
    .selectFrom('forms')
    .select(['id', 'status', 'answers'])
    .where('account_id', '=', expected.accountId)
    .execute();
  const states = rows.map((row): readonly [string, string] => {
    const { notes } = JSON.parse(row.answers) as { readonly notes?: string };
    return [row.id, [row.status, ...(notes === undefined ? [] : [notes])].join(' ')];
  });
  const events = await db.reader
    .selectFrom('form_events')
    .select(['form_id', 'action'])
    .where('account_id', '=', expected.accountId)
    .execute();
  const odd = rows.flatMap(({ id, status }) => {
    const of = (action: string) =>
      events.filter((each) => each.form_id === id && each.action === action).length;
    const isWhole = of('create') === 1 && of('complete') === (status === 'complete' ? 1 : 0);
    return isWhole ? [] : [`form ${id} is ${status} and has ${of('complete')} completions`];
  });
  return [...compare(expected, 'form', new Map(states)), ...odd];
}

/** Whatever has a row has its bytes, told or not. */
async function faultsOfFiles(
  { db, files }: Services,
  expected: Expected,
): Promise<readonly string[]> {
  const rows = await db.reader
    .selectFrom('attachments')
    .select(['id', 'sha256', 'storage_key'])
    .where('account_id', '=', expected.accountId)
    .execute();
  const faults: string[] = [];
  for (const { id, sha256, storage_key } of rows) {
    const opened = await files.open(storage_key);
    const hash = createHash('sha256');
    for await (const piece of opened?.stream ?? []) hash.update(piece);
    if (opened === undefined) faults.push(`file ${id} has a row and no bytes`);
    else if (hash.digest('hex') !== sha256) faults.push(`file ${id} has other bytes`);
  }
  const found = new Map(rows.map(({ id, sha256 }) => [id, sha256]));
  return [...compare(expected, 'file', found), ...faults];
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

/** How many audit lines of a kind name each object. */
async function countOf(
  db: Services['db'],
  accountId: string,
  action: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.reader
    .selectFrom('audit_events')
    .select(({ fn }) => ['target_id', fn.countAll<number>().as('lines')])
    .where('account_id', '=', accountId)
    .where('action', '=', action)
    .groupBy('target_id')
    .execute();
  return new Map(rows.map(({ target_id, lines }) => [String(target_id), Number(lines)]));
}
