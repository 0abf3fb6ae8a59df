import type { Translation } from '../translation.ts';
import { account } from './account.ts';
import { audit } from './audit.ts';
import { common } from './common.ts';
import { credentials } from './credentials.ts';
import { forms } from './forms.ts';
import { help } from './help.ts';
import { log } from './log.ts';
import { people } from './people.ts';
import { provisioning } from './provisioning.ts';
import { shell } from './shell.ts';
import { signIn } from './sign-in.ts';
import { sso } from './sso.ts';

export const de: Translation = {
  ...account,
  ...audit,
  ...forms,
  ...help,
  ...common,
  ...credentials,
  ...log,
  ...people,
  ...provisioning,
  ...shell,
  ...signIn,
  ...sso,
};
