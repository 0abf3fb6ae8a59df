import { inspect } from 'node:util';
import { AgeError } from '#commands/age/age-header.ts';
import { SettingsError } from '#config/settings.ts';
import { PoolerError } from '#db/pooler.ts';
import { NotReadable } from '#db/require-servable.ts';
import { DataDirInUse } from '#db/serving-lock.ts';
import { CertificateError } from '#http/key-pair.ts';
import { FilesNotShared } from '#jobs/join-nodes.ts';
import { AppError } from '#kernel/errors.ts';
import { FolderError } from '#kernel/make-folder.ts';
import { MasterKeyError } from '#keys/index.ts';
import { CommandFailure } from './failures.ts';

/** Describes a failure for people: one line (one per fault for settings), never a stack trace. */
export function explainFailure(error: unknown): string {
  if (error instanceof AppError) return error.detail;
  if (
    error instanceof CommandFailure ||
    error instanceof AgeError ||
    error instanceof SettingsError ||
    error instanceof MasterKeyError ||
    error instanceof DataDirInUse ||
    error instanceof PoolerError ||
    error instanceof NotReadable ||
    error instanceof FolderError ||
    error instanceof FilesNotShared ||
    error instanceof CertificateError
  ) {
    return error.message;
  }
  if (!(error instanceof Error)) return `Unexpected failure: ${firstLine(String(error))}`;
  const advice = adviceFor(error);
  const message = firstLine(error.message) || codeOf(error) || error.name;
  return advice === undefined ? message : `${advice} (${message})`;
}

/** Describes a failure with all its details, for FORMSTEAD_LOG_LEVEL=debug. */
export const inspectFailure = (error: unknown): string => inspect(error, { depth: 6 });

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

function adviceFor(error: Error): string | undefined {
  const code = codeOf(error);
  if (code === undefined) return undefined;
  if (Object.hasOwn(ADVICE, code)) return ADVICE[code];
  const [, family] =
    /^(SQLITE_(?:BUSY|CANTOPEN|READONLY|IOERR|CORRUPT|FULL|NOTADB))/.exec(code) ?? [];
  return family === undefined ? undefined : ADVICE[family];
}

const DATABASE_URL = 'check FORMSTEAD_DATABASE_URL';
const DATA_DIR = 'FORMSTEAD_DATA_DIR must name a directory that this user may write to';

const ADVICE: Readonly<Record<string, string>> = {
  EADDRINUSE:
    'Something else listens on this address and port: stop it, or set FORMSTEAD_PORT to another one.',
  EADDRNOTAVAIL: 'FORMSTEAD_HOST is not an address of this machine.',
  EACCES: `Permission denied: ${DATA_DIR}; a port below 1024 needs a privilege or FORMSTEAD_PORT above it.`,
  EPERM: `Not permitted: ${DATA_DIR}.`,
  EROFS: `The file system is read-only: ${DATA_DIR}.`,
  ENOTDIR: `A part of the path is not a directory: ${DATA_DIR}.`,
  EEXIST: `There is a file in the way: ${DATA_DIR}.`,
  ENOSPC: 'The disk is full: make room and try again.',
  EDQUOT: 'The disk quota is used up: make room and try again.',
  EFBIG: 'The file would be larger than the limit of this process (ulimit -f).',
  EMFILE: 'Too many open files: raise the limit (ulimit -n).',
  ENOTFOUND: `The host name is not known: ${DATABASE_URL} and FORMSTEAD_HOST.`,
  EAI_AGAIN: `The host name could not be looked up: ${DATABASE_URL}, FORMSTEAD_HOST and the name service.`,
  ECONNREFUSED: `PostgreSQL does not answer: start it, or ${DATABASE_URL}.`,
  ECONNRESET: `PostgreSQL closed the connection: look at its log, and ${DATABASE_URL}.`,
  ETIMEDOUT: `PostgreSQL does not answer in time: ${DATABASE_URL} and the network.`,
  '28P01': `PostgreSQL refuses user or password: ${DATABASE_URL}.`,
  '28000': `PostgreSQL refuses this user from here: ${DATABASE_URL} and pg_hba.conf.`,
  '3D000': `The database does not exist: create it, or ${DATABASE_URL}.`,
  '42501': 'The PostgreSQL user may not do this: make it the owner of the database.',
  '53300': 'PostgreSQL has no connection left: raise max_connections or stop other clients.',
  SQLITE_BUSY: 'Another process keeps the database locked: try again in a moment.',
  SQLITE_CANTOPEN: `The database file can't be opened: ${DATA_DIR}.`,
  SQLITE_READONLY: `The database can't be written: ${DATA_DIR}.`,
  // A file that SQLite maps into memory can't grow.
  SQLITE_IOERR_SHMSIZE: 'The disk is full: make room and try again.',
  SQLITE_IOERR: 'The disk reported an error: check it and its free space.',
  SQLITE_CORRUPT:
    'The database file is damaged: formstead doctor says where; restore a backup (formstead restore --help).',
  SQLITE_FULL: 'The disk is full: make room and try again.',
  SQLITE_NOTADB: 'This is not a Formstead database (or it is damaged).',
};
