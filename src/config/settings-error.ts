import type { Fault } from './setting-reference.ts';

/** All faults of the settings; the message can be printed as it is. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    const count = faults.length === 1 ? '1 setting is' : `${faults.length} settings are`;
    const lines = faults.map(({ name, problem, fix }) => `  ${name}: ${problem} ${fix}`);
    super([`${count} not valid:`, ...lines].join('\n'));
    this.faults = faults;
  }
}
