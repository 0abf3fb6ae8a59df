import { common } from './common.ts';
import { parts } from './parts.ts';
import { shell } from './shell.ts';

/**
 * Texts that every screen may need; the others are loaded with their screens, see areas.ts. `_one` and `_other` are
 * plural forms.
 */
export const en = { ...common, ...parts, ...shell } as const;
