// Puts an archive into the staging file, fitted to this installation: keys of files under the code of the account here,
// secrets sealed with the master key of this installation.
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { decrypt } from '#commands/age/age.ts';
import type { CopiedRow, Table } from '#commands/rows/rows.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import { isFileKey } from '#files/files.ts';
import type { OpeningKey } from '#kernel/age-keys.ts';
import type { Random } from '#kernel/ids.ts';
import { isObject, type JsonObject, member, textOf } from '#kernel/json.ts';
import type { Seal } from '#kernel/seal.ts';
import { BEAR_CODE, keptAs, secretColumns } from './account-tables.ts';
import {
  type AccountManifest,
  attachmentPath,
  MOST_LINE_BYTES,
  omittedColumns,
  pathInArchive,
  secretName,
} from './format.ts';
import { requireJson } from './json-columns.ts';
import { linesIn } from './lines.ts';
import { markFaulty, requireNoneMissing } from './mark-faulty.ts';
import { markSeries } from './mark-series.ts';
import { nameLogos } from './name-logos.ts';
import { readArchive, sealedFile, type Taker } from './read-archive.ts';
import { type LineMember, membersOf, parseArchiveLine, rowFromJson } from './row-from-json.ts';
import { sealRow } from './sealed-columns.ts';
import { openStaging, type Staging } from './staging.ts';

const EPOCH_BYTES = 8;

export interface StagedFile {
  /** The key in the storage of files here. */
  readonly key: string;
  /** Where its bytes are now. */
  readonly path: string;
  readonly size: number;
}

/** What an archive should hold and does not. */
export interface Lacks {
  /** Paths of files that are not in it, or whose bytes are not the ones that were stored. */
  readonly missing: readonly string[];
  readonly damaged: readonly string[];
}

export interface Staged extends Lacks {
  readonly staging: Staging;
  readonly files: readonly StagedFile[];
}

export interface StagedArchive {
  readonly manifest: AccountManifest;
  /** The code of the account here. */
  readonly code: string;
  /** What opens the sealed part; undefined: secrets are left out. */
  readonly key: OpeningKey | undefined;
  readonly seal: Seal;
  readonly random: Random;
  readonly now: number;
  /** Whether to go on past files that are missing or damaged. */
  readonly skipsDamaged: boolean;
}

/** @param folder an empty folder, in which everything is left @throws CommandFailure, AgeError */
export async function stageArchive(
  archive: string,
  folder: string,
  arrival: StagedArchive,
): Promise<Staged> {
  const { manifest, now } = arrival;
  const staging = await openStaging(folder, now);
  try {
    const files: StagedFile[] = [];
    const missing: string[] = [];
    const damaged: string[] = [];
    await staging.together(async () => {
      const taker = takerOf(staging, folder, arrival, { files, damaged });
      await readArchive(archive, manifest, { taker, folder });
      const arrived = new Set(files.map(({ key }) => key));
      const isHere = (key: string): boolean => arrived.has(keyUnder(arrival.code, key));
      const isDamaged = new Set(damaged);
      const faulty = markFaulty(staging.handle, isHere, now);
      missing.push(...faulty.filter((path) => !isDamaged.has(path)));
      if (!arrival.skipsDamaged) requireNoneMissing(missing);
      if (arrival.key !== undefined && manifest.secrets === 'sealed') {
        await takeSecrets(staging, sealedFile(folder), arrival, arrival.key);
      }
      fit(staging, arrival);
      staging.requireWhole();
    });
    return { staging, files, missing, damaged };
  } catch (error) {
    staging.close();
    throw error;
  }
}

function takerOf(
  staging: Staging,
  folder: string,
  { manifest, code, skipsDamaged }: StagedArchive,
  { files, damaged }: { readonly files: StagedFile[]; readonly damaged: string[] },
): Taker {
  const insertOf = new Map(
    staging.tables.flatMap((table) => {
      const kept = keptAs(table);
      if (kept !== 'data' && kept !== 'index') return [];
      const into = {
        members: membersOf(table, omittedColumns(table)),
        insert: staging.inserter(table),
      };
      return [[pathInArchive(table, kept), into] as const];
    }),
  );
  const find = staging.handle.prepare<[string], AttachmentRow>(
    `select form_id, id, file_name, size, sha256, storage_key, picture_key, picture_size,
       picture_sha256
     from attachments where id = ?`,
  );
  const keys = new Set<string>();
  return {
    line(path, line, where) {
      const into = insertOf.get(path);
      if (into === undefined) return;
      const object = parseArchiveLine(line, where);
      into.insert(
        rowFromJson(into.members, { account: manifest.account.id, object, where }),
        where,
      );
    },
    file(path, size) {
      const [, , id = ''] = path.split('/');
      const file = fileAt(path, find.get(id));
      if (file?.size !== size || keys.has(file.key)) {
        const shown = JSON.stringify(path.slice(0, 100));
        throw new CommandFailure(`The archive holds ${shown}, which no attachment in it names.`);
      }
      keys.add(file.key);
      const target = join(folder, `file-${keys.size}`);
      const staged = { key: keyUnder(code, file.key), path: target, size };
      return {
        ...{ target, sha256: file.sha256 },
        take: () => void files.push(staged),
        skip() {
          if (!skipsDamaged) throw damagedFile(path);
          damaged.push(path);
        },
      };
    },
  };
}

interface AttachmentRow {
  readonly form_id: string;
  readonly id: string;
  readonly file_name: string;
  readonly size: number;
  readonly sha256: string;
  readonly storage_key: string;
  readonly picture_key: string | null;
  readonly picture_size: number | null;
  readonly picture_sha256: string | null;
}

const damagedFile = (path: string): CommandFailure =>
  new CommandFailure(
    `The file ${JSON.stringify(path.slice(0, 100))} in the archive is damaged: its hash is wrong. Put it right where the archive comes from, and export again, or import with --skip-damaged: its form then shows that the file is damaged.`,
  );

interface NamedFile {
  readonly key: string;
  readonly size: number;
  readonly sha256: string | undefined;
}

/** Returns the file that an attachment has at a path of the archive. */
function fileAt(path: string, row: AttachmentRow | undefined): NamedFile | undefined {
  if (row === undefined) return undefined;
  const { form_id, id, file_name, size, sha256, storage_key, picture_key, picture_size } = row;
  const named = { id, formId: form_id, fileName: file_name };
  if (path === attachmentPath(named, 'file')) return { key: storage_key, size, sha256 };
  if (picture_key === null || path !== attachmentPath(named, 'picture')) return undefined;
  return {
    ...{ key: picture_key, size: picture_size ?? 0 },
    sha256: row.picture_sha256 ?? undefined,
  };
}

/** Returns the key of a file in the folder of an account: an archive must not name files of another one. */
const keyUnder = (code: string, key: string): string => `${code}${key.slice(key.indexOf('/'))}`;

/** Fits what was staged to this installation. @throws CommandFailure */
function fit({ handle }: Staging, { manifest, code, random, now }: StagedArchive): void {
  const { account } = manifest;
  const rows = handle
    .prepare<[], { id: string; code: string }>('select id, code from accounts')
    .all();
  if (rows.length !== 1 || rows[0]?.id !== account.id || rows[0].code !== account.code) {
    throw new CommandFailure(
      'The archive does not hold the one organisation that its manifest names.',
    );
  }
  const keys = handle
    .prepare<[], string>(
      'select storage_key from attachments union all select picture_key from attachments where picture_key is not null',
    )
    .pluck();
  for (const key of keys.iterate()) {
    if (!isFileKey(key)) {
      throw new CommandFailure('The archive names a file under a key that Formstead did not make.');
    }
  }
  requireJson(handle);
  nameLogos(handle);
  markSeries(handle);
  handle.prepare('update accounts set code = ?').run(code);
  // Doctor names the time beside those of other organisations.
  handle
    .prepare(
      'update accounts set provisioning_log_cut_at = null where provisioning_log_cut_at not between 0 and ?',
    )
    .run(now);
  for (const column of ['storage_key', 'picture_key']) {
    handle
      .prepare(`update attachments set ${column} = ? || substr(${column}, instr(${column}, '/'))`)
      .run(code);
  }
  // Cursors of the change feed there name changes that this installation never had.
  handle
    .prepare(
      `insert into form_change_heads (account_id, seq, epoch) select id, 0, ? from accounts where true
         on conflict (account_id) do update set epoch = excluded.epoch`,
    )
    .run(random.bytes(EPOCH_BYTES).toString('hex'));
  if (code === account.code) return;
  for (const name of BEAR_CODE) handle.exec(`delete from ${name}`);
}

async function takeSecrets(
  staging: Staging,
  file: string,
  arrival: StagedArchive,
  key: OpeningKey,
): Promise<void> {
  const takers = new Map(
    staging.tables.flatMap((table) => {
      const take = secretTaker(staging, table, arrival);
      return take === undefined ? [] : [[secretName(table), take] as const];
    }),
  );
  let rows = 0;
  const where = (): string => `Line ${rows} of the sealed part`;
  const tooLong = (): Error => new CommandFailure(`${where()} is too long.`);
  for await (const line of linesIn(
    decrypt(createReadStream(file), key),
    MOST_LINE_BYTES,
    tooLong,
  )) {
    rows += 1;
    const object = parseArchiveLine(line, where());
    const [kind, row] = [member(object, 'kind'), member(object, 'row')];
    const take = takers.get(textOf(kind));
    if (take === undefined || !isObject(row)) {
      throw new CommandFailure(`${where()} is of a kind that Formstead does not put there.`);
    }
    take(row, where());
  }
}

type TakeSecret = (object: JsonObject, where: string) => void;

/** Returns what takes the secrets of a table: whole rows, or the columns of rows that are there already. */
function secretTaker(
  staging: Staging,
  table: Table,
  arrival: StagedArchive,
): TakeSecret | undefined {
  const { account } = arrival.manifest;
  const columns = secretColumns(table);
  const rowOf = (members: readonly LineMember[], object: JsonObject, where: string): CopiedRow =>
    sealRow(arrival.seal, table, rowFromJson(members, { account: account.id, object, where }));
  if (keptAs(table) === 'secret') {
    const members = membersOf(table, ['account_id']);
    const insert = staging.inserter(table);
    return (object, where) => insert(rowOf(members, object, where), where);
  }
  if (columns.length === 0) return undefined;
  const names = [...columns, ...table.key];
  const members = membersOf(table, otherColumns(table, names));
  const update = staging.updater(table, columns);
  return (object, where) => {
    const row = rowOf(members, object, where);
    const values = Object.fromEntries(table.columns.map(({ name }, i) => [name, row[i] ?? null]));
    if (update(values) === 1) return;
    throw new CommandFailure(`${where} belongs to a row that is not in the archive.`);
  };
}

const otherColumns = ({ columns }: Table, names: readonly string[]): readonly string[] =>
  columns.map(({ name }) => name).filter((name) => !names.includes(name));
