import { resolve } from 'node:path';
import { choice, integer, text } from './setting.ts';
import type { Source } from './source.ts';

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const MIB = 1024 ** 2;

/** A file that the log is written to. */
export interface LogFile {
  /** An absolute path. */
  readonly path: string;
  /** The file is replaced by a new one before it gets larger. */
  readonly maxBytes: number;
  /** How many former files are kept, as `path.1` (the newest), `path.2` and so on. */
  readonly keep: number;
}

export interface LoggingSettings {
  readonly level: (typeof LEVELS)[number];
  /** Undefined: the log goes to stderr. */
  readonly file: LogFile | undefined;
}

const level = choice(
  {
    name: 'FORMSTEAD_LOG_LEVEL',
    default: 'info',
    secret: false,
    description: `The lowest level of log lines to write: ${LEVELS.join(', ')}.`,
    example: 'debug',
  },
  LEVELS,
  'info',
);

const file = text<string | undefined>(
  {
    name: 'FORMSTEAD_LOG_FILE',
    default: 'unset: the log goes to stderr',
    secret: false,
    description:
      'The file that "formstead serve" writes its log to. Each process needs a file of its own. On SIGHUP, Formstead opens the file again by its name.',
    example: '/var/log/formstead/formstead.log',
  },
  undefined,
);

const maxMib = integer(
  {
    name: 'FORMSTEAD_LOG_MAX_MIB',
    default: '100',
    secret: false,
    description: 'How large the log file may get before Formstead begins a new one, in MiB.',
    example: '500',
  },
  { min: 1, max: 100_000, fallback: 100 },
);

const keep = integer(
  {
    name: 'FORMSTEAD_LOG_KEEP',
    default: '5',
    secret: false,
    description:
      'How many former log files to keep. The newest ends in .1, and the oldest is deleted when a new file begins.',
    example: '20',
  },
  { min: 1, max: 1000, fallback: 5 },
);

export const LOGGING_REFERENCE = [
  level.reference,
  file.reference,
  maxMib.reference,
  keep.reference,
];

export function readLogging(source: Source): LoggingSettings {
  const path = file.read(source);
  const limits = { maxBytes: maxMib.read(source) * MIB, keep: keep.read(source) };
  return {
    level: level.read(source),
    file: path === undefined ? undefined : { path: resolve(path), ...limits },
  };
}
