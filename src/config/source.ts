import { readSecretFile } from '#kernel/read-secret-file.ts';
import type { SettingFault, SettingReference } from './setting-reference.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The source of settings, which also collects faults. */
export interface Source {
  readonly faults: readonly SettingFault[];
  /** Returns the trimmed text of a setting; undefined when unset, empty, or unreadable (which is a fault). */
  read(setting: Pick<SettingReference, 'name' | 'secret'>): string | undefined;
  /** Returns whether the environment contains the setting, right or wrong. */
  isGiven(setting: Pick<SettingReference, 'name' | 'secret'>): boolean;
  complain(fault: SettingFault): void;
}

export function createSource(env: Environment): Source {
  const faults: SettingFault[] = [];
  const textOf = (name: string): string | undefined => {
    const text = Object.hasOwn(env, name) ? env[name]?.trim() : undefined;
    // Compose files and shells write an unset variable as an empty one.
    return text === '' ? undefined : text;
  };
  return {
    faults,
    complain: (fault) => void faults.push(fault),
    isGiven: ({ name, secret }) =>
      textOf(name) !== undefined || (secret && textOf(`${name}_FILE`) !== undefined),
    read({ name, secret }) {
      const direct = textOf(name);
      const path = secret ? textOf(`${name}_FILE`) : undefined;
      if (path === undefined) return direct;
      if (direct !== undefined) {
        const problem = `It is set, and so is ${name}_FILE.`;
        faults.push({ name, problem, fix: 'Set one of the two, preferably the file.' });
        return undefined;
      }
      const content = readSecretFile(path);
      if ('text' in content) return content.text;
      const fix = 'Name a readable file that contains only the secret.';
      faults.push({ name: `${name}_FILE`, ...content, fix });
      return undefined;
    },
  };
}
