import { resolve } from 'node:path';
import { choice, integer, share, text } from './setting.ts';
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

/** Which successful requests have a line in the log. */
interface LogSampling {
  /** The share of them that is logged, from 0 to 1. */
  readonly share: number;
  /** A request that takes this many milliseconds or more is always logged. */
  readonly slowMs: number;
}

export interface LoggingSettings {
  readonly level: (typeof LEVELS)[number];
  /** Undefined: every request is logged. */
  readonly sampling: LogSampling | undefined;
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

const sample = share(
  {
    name: 'FORMSTEAD_LOG_SAMPLE',
    default: '1, which logs every request',
    secret: false,
    description:
      'The share of successful requests that get a line in the log, from 0 to 1. Errors, slow requests, sign-ins and changes by admins are always logged.',
    example: '0.1',
  },
  1,
);

const slowMs = integer(
  {
    name: 'FORMSTEAD_LOG_SLOW_MS',
    default: '1000',
    secret: false,
    description:
      'With FORMSTEAD_LOG_SAMPLE, a request that takes this many milliseconds or more is always logged.',
    example: '500',
  },
  { min: 1, max: 3_600_000, fallback: 1000 },
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
  sample.reference,
  slowMs.reference,
  file.reference,
  maxMib.reference,
  keep.reference,
];

export function readLogging(source: Source): LoggingSettings {
  const path = file.read(source);
  const limits = { maxBytes: maxMib.read(source) * MIB, keep: keep.read(source) };
  const sampling = { share: sample.read(source), slowMs: slowMs.read(source) };
  return {
    level: level.read(source),
    sampling: sampling.share === 1 ? undefined : sampling,
    file: path === undefined ? undefined : { path: resolve(path), ...limits },
  };
}
