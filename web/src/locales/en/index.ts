import { common } from './common.ts';
import { credentials } from './credentials.ts';
import { log } from './log.ts';
import { people } from './people.ts';
import { shell } from './shell.ts';
import { signIn } from './sign-in.ts';

/** English: what every other language translates. `_one` and `_other` are plural forms. */
export const en = { ...common, ...credentials, ...log, ...people, ...shell, ...signIn } as const;
