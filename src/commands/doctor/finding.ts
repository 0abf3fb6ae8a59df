import type { World } from '#commands/shell/command.ts';
import type { Settings } from '#config/settings.ts';

export type CheckName =
  | 'settings'
  | 'web pages'
  | 'disk'
  | 'files'
  | 'database'
  | 'schemas'
  | 'stored files'
  | 'keys'
  | 'secrets'
  | 'clock'
  | 'audit record'
  | 'certificate'
  | 'public URL';

/** What one look found. */
export interface Finding {
  readonly check: CheckName;
  /** fault: the service can't work, or not safely. warning: it will be one, or may be. */
  readonly state: 'ok' | 'warning' | 'fault' | 'skipped';
  readonly what: string;
  /** What to do about it. */
  readonly fix?: string;
}

export interface Patient {
  readonly world: World;
  readonly settings: Settings;
}

/** One part of the examination; `say` names the findings. */
export type Check = (patient: Patient) => Promise<readonly Finding[]>;

type Say = (what: string, fix?: string) => Finding;

/** The words of a check: `ok('…')`, `fault('…', 'do this')`. */
export function wordsOf(check: CheckName): Readonly<Record<Finding['state'], Say>> {
  const say =
    (state: Finding['state']): Say =>
    (what, fix) => ({ check, state, what, ...(fix !== undefined && { fix }) });
  return { ok: say('ok'), warning: say('warning'), fault: say('fault'), skipped: say('skipped') };
}
