// Checks forms, their files and exports, and the deliveries to webhooks after a crash.
import { createHash } from 'node:crypto';
import { rebuildValues } from '#answer-queries/rebuild-values.ts';
import type { Services } from '#services.ts';
import { compare, countOf, type Expected } from './compare.ts';

export async function faultsOfForms(
  { db }: Services,
  expected: Expected,
): Promise<readonly string[]> {
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
  const eventsOf = Map.groupBy(events, ({ form_id }) => form_id);
  const odd = rows.flatMap(({ id, status }) => {
    const of = (action: string) =>
      (eventsOf.get(id) ?? []).filter((each) => each.action === action).length;
    const isWhole = of('create') === 1 && of('complete') === (status === 'complete' ? 1 : 0);
    return isWhole ? [] : [`form ${id} is ${status} and has ${of('complete')} completions`];
  });
  return [...compare(expected, 'form', new Map(states)), ...odd];
}

/** Checks that the values by which answers are found are those of the forms. */
export async function faultsOfValues({ db }: Services): Promise<readonly string[]> {
  const { changed } = await rebuildValues(db);
  return changed === 0 ? [] : [`the values of ${changed} forms are not those of their answers`];
}

/** Checks that every file with a row has its bytes, whether or not a client was told of it. */
export async function faultsOfFiles(
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

/** Checks that every requested export exists once, and that a finished one has its complete files. */
export async function faultsOfExports(
  { db, files }: Services,
  expected: Expected,
): Promise<readonly string[]> {
  const rows = await db.reader
    .selectFrom('export_jobs')
    .select(['id', 'state', 'files'])
    .where('account_id', '=', expected.accountId)
    .execute();
  const asked = await countOf(db, expected.accountId, 'export.create');
  const faults: string[] = [];
  for (const { id, state, files: results } of rows) {
    if (asked.get(id) !== 1) faults.push(`export ${id} was asked for ${asked.get(id)} times`);
    const made: readonly Result[] = JSON.parse(results);
    if (made.length !== (state === 'done' ? 1 : 0))
      faults.push(`${state} export ${id}: ${results}`);
    for (const result of made) {
      if (!(await isWholePdf(files, result))) faults.push(`export ${id} has other bytes`);
    }
  }
  return [...compare(expected, 'export', new Map(rows.map(({ id }) => [id, 'asked']))), ...faults];
}

interface Result {
  readonly size: number;
  readonly storageKey: string;
}

async function isWholePdf(
  files: Services['files'],
  { size, storageKey }: Result,
): Promise<boolean> {
  const opened = await files.open(storageKey);
  const bytes = Buffer.concat(opened ? await opened.stream.toArray() : []);
  return bytes.length === size && bytes.toString('latin1').endsWith('%%EOF\n');
}

/**
 * Checks that each completed form, and no other, has one event, which is delivered if the receiver has it, or else
 * waits.
 */
export async function faultsOfEvents(
  { db }: Services,
  expected: Expected,
): Promise<readonly string[]> {
  const { accountId, ledger } = expected;
  const rows = await db.reader
    .selectFrom('webhook_deliveries')
    .select(['id', 'data', 'state', 'next_at'])
    .where('account_id', '=', accountId)
    .execute();
  const forms = await db.reader
    .selectFrom('forms')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', '=', 'complete')
    .execute();
  const hooks = await db.reader.selectFrom('webhooks').select('id').execute();
  const toTell = hooks.length === 0 ? [] : forms;
  const formOf = new Map(rows.map(({ id, data }) => [id, String(JSON.parse(data).id)]));
  const told = Map.groupBy(formOf.values(), (form) => form);
  const faults = toTell.flatMap(({ id }) => {
    const events = told.get(id)?.length ?? 0;
    return events === 1 ? [] : [`form ${id} is complete and has ${events} events`];
  });
  if (told.size > toTell.length) faults.push(`${told.size} of ${toTell.length} forms have events`);
  const heard = new Set(ledger.things('event'));
  const odd = rows.filter(({ id, state, next_at }) => {
    const isFine = state === 'delivered' ? heard.has(`event ${id}`) : state === 'waiting';
    return !isFine || (state === 'waiting' && next_at === null);
  });
  faults.push(...odd.map(({ id, state }) => `event ${id} is ${state}, and nobody heard it`));
  return [...compare(expected, 'event', formOf), ...faults];
}
