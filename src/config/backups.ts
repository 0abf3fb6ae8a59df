import { resolve } from 'node:path';
import { type SealingKey, sealingKeyIn } from '#kernel/age-keys.ts';
import { type Secret, secret } from './secret.ts';
import { integer, type Parsed, setting, shown, text } from './setting.ts';
import type { Source } from './source.ts';

/** When backups are made: at a time of day (UTC), in minutes after midnight, or every so many hours. */
export type BackupSchedule = { readonly minute: number } | { readonly hours: number };

export interface BackupSettings {
  /** The folder of the backups, as an absolute path; undefined: the bucket of the files, below `backups/`. */
  readonly folder: string | undefined;
  readonly key: Secret<SealingKey>;
  readonly schedule: BackupSchedule;
  /** How many of the newest backups are kept in any case. */
  readonly keep: number;
  /** Backups younger than this are kept as well. */
  readonly keepDays: number;
}

/** The value that stands for the bucket of the files. */
const BUCKET = 'bucket';

const to = text<string | undefined>(
  {
    name: 'FORMSTEAD_BACKUP_TO',
    default: 'unset: Formstead makes no backups by itself',
    secret: false,
    description:
      'The folder where Formstead puts a backup on schedule, one encrypted file each. It must exist, and hold the backups of this service only. Use a disk other than that of the data. The word `bucket` stands for the bucket of FORMSTEAD_FILES_S3_BUCKET, where backups are below `backups/`; its access key then also needs s3:ListBucket. With several nodes and a folder, all of them need the same folder, since any of them may make the backup.',
    example: '/var/backups/formstead',
  },
  undefined,
);

const key = setting<Secret<SealingKey> | undefined>(
  {
    name: 'FORMSTEAD_BACKUP_KEY',
    default: 'unset; needed with FORMSTEAD_BACKUP_TO',
    secret: true,
    description:
      'Encrypts the backups: public keys that `age-keygen` made (`age1…`), one per line, or a passphrase of at least 16 characters on one line. Empty lines and lines that begin with `#` are skipped, as age does. With a public key, the service itself cannot read its backups. Keep the secret key or the passphrase in another place: without it, no backup can be restored.',
    example: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
  },
  parseKey,
  undefined,
);

const DEFAULT_SCHEDULE: BackupSchedule = { minute: 120 };

const schedule = setting<BackupSchedule>(
  {
    name: 'FORMSTEAD_BACKUP_SCHEDULE',
    default: '02:00',
    secret: false,
    description:
      'When backups are made: a time of day in UTC, or every so many hours. A backup that was missed because the service did not run is made when it starts.',
    example: '6h',
  },
  parseSchedule,
  DEFAULT_SCHEDULE,
);

const keep = integer(
  {
    name: 'FORMSTEAD_BACKUP_KEEP',
    default: '14',
    secret: false,
    description:
      'How many of the newest backups are kept. Older ones are deleted after the next backup was made.',
    example: '30',
  },
  { min: 1, max: 100_000, fallback: 14 },
);

const keepDays = integer(
  {
    name: 'FORMSTEAD_BACKUP_KEEP_DAYS',
    default: '0',
    secret: false,
    description:
      'For how many days each backup is kept, even if there are more than FORMSTEAD_BACKUP_KEEP. 0 keeps none for its age.',
    example: '90',
  },
  { min: 0, max: 36_500, fallback: 0 },
);

export const BACKUPS_REFERENCE = [
  to.reference,
  key.reference,
  schedule.reference,
  keep.reference,
  keepDays.reference,
];

/** Returns undefined if no backups are made on schedule. */
export function readBackups(source: Source, hasBucket: boolean): BackupSettings | undefined {
  const place = to.read(source);
  const found = {
    key: key.read(source),
    schedule: schedule.read(source),
    keep: keep.read(source),
    keepDays: keepDays.read(source),
  };
  const needed = [to.reference, key.reference] as const;
  const missing = needed.find((reference) => !source.isGiven(reference));
  const given = needed.find((reference) => source.isGiven(reference));
  if (missing !== undefined && given !== undefined) {
    const problem = `It is not set, and ${given.name} needs it.`;
    source.complain({ name: missing.name, problem, fix: `Set it: ${missing.description}` });
  }
  if (place === BUCKET && !hasBucket) {
    const problem = 'It is bucket, and FORMSTEAD_FILES_S3_ENDPOINT is not set.';
    source.complain({ name: to.reference.name, problem, fix: 'Set the bucket, or give a folder.' });
  }
  if (place === undefined || found.key === undefined) return undefined;
  return { ...found, folder: place === BUCKET ? undefined : resolve(place), key: found.key };
}

function parseKey(text: string): Parsed<Secret<SealingKey>> {
  const found = sealingKeyIn(text, 'refuse');
  return 'problem' in found ? found : { value: secret(found) };
}

function parseSchedule(value: string): Parsed<BackupSchedule> {
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(value) ?? [];
  if (hour !== undefined) return { value: { minute: Number(hour) * 60 + Number(minute) } };
  const [, hours] = /^([1-9]\d{0,2})h$/.exec(value) ?? [];
  if (hours !== undefined && Number(hours) <= 168) return { value: { hours: Number(hours) } };
  return {
    problem: `${shown(value)} is neither a time of day nor a number of hours.`,
    fix: 'Give a time of day in UTC, for instance 02:30, or hours from 1h to 168h.',
  };
}
