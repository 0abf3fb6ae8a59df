import type { SettingFault } from './setting-reference.ts';

/** All faults of the settings; the message can be printed as it is. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly faults: readonly SettingFault[];

  constructor(faults: readonly SettingFault[]) {
    const count = faults.length === 1 ? '1 setting is' : `${faults.length} settings are`;
    const lines = faults.map(({ name, problem, fix }) => `  ${name}: ${problem} ${fix}`);
    super([`${count} not valid:`, ...lines].join('\n'));
    this.faults = faults;
  }
}
