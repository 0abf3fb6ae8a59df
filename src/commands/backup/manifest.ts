import { createHash } from 'node:crypto';
import type { Digest } from '#commands/rows/rows.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import { isObject, type JsonValue, member, textOf } from '#kernel/json.ts';

/** What a backup says about itself. */
export interface Manifest {
  readonly format: typeof BACKUP_FORMAT;
  /** The version of Formstead that made it. */
  readonly version: string;
  /** When it was begun, in milliseconds since the epoch. */
  readonly madeAt: number;
  /** The engine that it was made from. The database in it is an SQLite file in any case. */
  readonly engine: 'sqlite' | 'postgres';
  /** Whether the files of forms are in it; otherwise a bucket keeps them. */
  readonly files: 'included' | 'elsewhere';
  /** What each table of the database held when it was copied. */
  readonly tables: Readonly<Record<string, Digest>>;
  /** The whole database file; undefined in a backup of an older version. */
  readonly database?: { readonly bytes: number; readonly sha256: string };
}

export const BACKUP_FORMAT = 'formstead-backup-1';

/** Returns the text of a manifest. Its last member is the SHA-256 of all others. */
export const manifestText = (manifest: object): string => {
  const checksum = createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
  return `${JSON.stringify({ ...manifest, checksum }, undefined, 2)}\n`;
};

/** @throws DamagedManifest; CommandFailure if it is of a format that only a newer version knows */
export function parseBackupManifest(text: string): Manifest {
  const value = parsed(text);
  const format = isObject(value) ? member(value, 'format') : undefined;
  if (typeof format === 'string' && format !== BACKUP_FORMAT) {
    throw new CommandFailure(
      `The backup has the format ${format.slice(0, 50)}, which this version of Formstead does not know: use a newer one.`,
    );
  }
  if (!isObject(value) || format !== BACKUP_FORMAT) throw damaged();
  const [engine, madeAt] = [member(value, 'engine'), member(value, 'madeAt')];
  if (engine !== 'sqlite' && engine !== 'postgres') throw damaged();
  if (typeof madeAt !== 'number') throw damaged();
  const files = member(value, 'files') === 'included' ? 'included' : 'elsewhere';
  const version = textOf(member(value, 'version'));
  const tables = tablesOf(member(value, 'tables'));
  const manifest = { format: BACKUP_FORMAT, version, madeAt, engine, files, tables } as const;
  const database = member(value, 'database');
  const { checksum, ...others } = value;
  // Manifests of older versions have neither.
  if (database === undefined && checksum === undefined) return manifest;
  if (manifestText(others) !== text || !isObject(database)) throw damaged();
  const [bytes, sha256] = [member(database, 'bytes'), member(database, 'sha256')];
  if (typeof bytes !== 'number' || typeof sha256 !== 'string') throw damaged();
  return { ...manifest, database: { bytes, sha256 } };
}

function tablesOf(value: JsonValue | undefined): Readonly<Record<string, Digest>> {
  if (!isObject(value)) throw damaged();
  return Object.fromEntries(
    Object.entries(value).map(([name, digest]) => {
      if (!isObject(digest)) throw damaged();
      const [rows, sha256] = [member(digest, 'rows'), member(digest, 'sha256')];
      if (typeof rows !== 'number' || typeof sha256 !== 'string') throw damaged();
      return [name, { rows, sha256 }];
    }),
  );
}

/** A manifest is not what was written. */
export class DamagedManifest extends CommandFailure {}

const damaged = (): DamagedManifest =>
  new DamagedManifest('The manifest of the backup is damaged.');

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
