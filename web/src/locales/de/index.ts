import type { Translation } from '../translation.ts';
import { common } from './common.ts';
import { credentials } from './credentials.ts';
import { log } from './log.ts';
import { people } from './people.ts';
import { shell } from './shell.ts';
import { signIn } from './sign-in.ts';

export const de: Translation = {
  ...common,
  ...credentials,
  ...log,
  ...people,
  ...shell,
  ...signIn,
};
