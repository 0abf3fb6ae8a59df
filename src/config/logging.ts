import { choice } from './setting.ts';
import type { Source } from './source.ts';

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export interface LoggingSettings {
  readonly level: (typeof LEVELS)[number];
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

export const LOGGING_REFERENCE = [level.reference];

export const readLogging = (source: Source): LoggingSettings => ({ level: level.read(source) });
