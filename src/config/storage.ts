import { type Secret, secret } from './secret.ts';
import { integer, onOff, type Parsed, setting } from './setting.ts';
import type { Source } from './source.ts';

export interface StorageSettings {
  /** A PostgreSQL URL; undefined: SQLite in the data directory. */
  readonly databaseUrl: Secret<string> | undefined;
  /** How long a statement may take on PostgreSQL. */
  readonly statementSeconds: number;
  /** Whether frequent statements have names, so that a connection keeps their plans. */
  readonly namedStatements: boolean;
  /** Whether this process only reads. */
  readonly readOnly: boolean;
}

const FIX =
  'Give postgres://user:password@host:5432/database, with special characters of the password percent-encoded.';

function parseDatabaseUrl(text: string): Parsed<Secret<string>> {
  const scheme = /^([a-z0-9+]+):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== 'postgres' && scheme !== 'postgresql') {
    return { problem: 'It does not start with postgres:// or postgresql://.', fix: FIX };
  }
  const url = URL.parse(text);
  if (!url || !isDecodable(url.username) || !isDecodable(url.password)) {
    return { problem: 'It is not a valid URL.', fix: FIX };
  }
  return { value: secret(text) };
}

function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

const databaseUrl = setting<Secret<string> | undefined>(
  {
    name: 'FORMSTEAD_DATABASE_URL',
    default: 'unset: SQLite in the data directory',
    secret: true,
    description:
      'The PostgreSQL database to use instead of SQLite, shared by all nodes. Needs FORMSTEAD_MASTER_KEY.',
    example: 'postgres://formstead:PASSWORD@db.example.org:5432/formstead',
  },
  parseDatabaseUrl,
  undefined,
);

const statementSeconds = integer(
  {
    name: 'FORMSTEAD_DATABASE_STATEMENT_SECONDS',
    default: '30',
    secret: false,
    description:
      'How long one statement may run on PostgreSQL, in seconds. Formstead closes a connection that stays silent for 5 seconds longer. It waits for a lock half as long, but at most 5 seconds.',
    example: '60',
  },
  { min: 1, max: 3600, fallback: 30 },
);

const namedStatements = onOff(
  {
    name: 'FORMSTEAD_DATABASE_NAMED_STATEMENTS',
    default: 'on',
    secret: false,
    description:
      'Whether Formstead uses named prepared statements for frequent queries: on or off. Turn it off behind PgBouncer in transaction mode, which shares one connection among many clients. FORMSTEAD_DATABASE_STATEMENT_SECONDS then applies inside transactions only.',
    example: 'off',
  },
  true,
);

const readOnly = onOff(
  {
    name: 'FORMSTEAD_READ_ONLY',
    default: 'off',
    secret: false,
    description:
      'Whether Formstead only reads: on or off. With on, people who are signed in and clients with a token go on reading, every change is refused with 503 and the code read-only, and nothing runs in the background. It is for the time in which formstead migrate-storage moves the data. On PostgreSQL it needs connections of its own, so FORMSTEAD_DATABASE_NAMED_STATEMENTS must be on.',
    example: 'on',
  },
  false,
);

export const STORAGE_REFERENCE = [
  databaseUrl.reference,
  statementSeconds.reference,
  namedStatements.reference,
  readOnly.reference,
];

export function readStorage(source: Source): StorageSettings {
  const settings = {
    databaseUrl: databaseUrl.read(source),
    statementSeconds: statementSeconds.read(source),
    namedStatements: namedStatements.read(source),
    readOnly: readOnly.read(source),
  };
  if (settings.readOnly && settings.databaseUrl && !settings.namedStatements) {
    source.complain({
      name: readOnly.reference.name,
      problem: `It is on while ${namedStatements.reference.name} is off: connections that a pool shares can't be kept from writing.`,
      fix: 'Let FORMSTEAD_DATABASE_URL name PostgreSQL itself, without the pool, and leave that setting on.',
    });
  }
  return settings;
}
