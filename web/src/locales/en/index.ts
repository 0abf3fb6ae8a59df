import { common } from './common.ts';
import { parts } from './parts.ts';
import { shell } from './shell.ts';

/** What every page may need; the rest comes with its page: see areas.ts. `_one` and `_other` are plural forms. */
export const en = { ...common, ...parts, ...shell } as const;
