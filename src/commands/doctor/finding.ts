import type { World } from '#commands/shell/command.ts';
import type { Settings } from '#config/settings.ts';

export type CheckName =
  | 'settings'
  | 'web pages'
  | 'disk'
  | 'files'
  | 'leftovers'
  | 'database'
  | 'schemas'
  | 'stored files'
  | 'backups'
  | 'keys'
  | 'secrets'
  | 'clock'
  | 'audit record'
  | 'provisioning log'
  | 'certificate'
  | 'public URL';

/** One result of a check. */
export interface Finding {
  readonly check: CheckName;
  /** fault: the service can't work, or not safely. warning: there may be a fault later. */
  readonly state: 'ok' | 'warning' | 'fault' | 'skipped';
  readonly what: string;
  /** What to do about it. */
  readonly fix?: string;
}

export interface DoctorContext {
  readonly world: World;
  readonly settings: Settings;
}

/** One check of the doctor. */
export type Check = (context: DoctorContext) => Promise<readonly Finding[]>;

type MakeFinding = (what: string, fix?: string) => Finding;

/** Returns functions that make findings of one check: `ok('…')`, `fault('…', 'do this')`. */
export function findingsOf(check: CheckName): Readonly<Record<Finding['state'], MakeFinding>> {
  const findingOf =
    (state: Finding['state']): MakeFinding =>
    (what, fix) => ({ check, state, what, ...(fix !== undefined && { fix }) });
  return {
    ok: findingOf('ok'),
    warning: findingOf('warning'),
    fault: findingOf('fault'),
    skipped: findingOf('skipped'),
  };
}
