import type { GuideId } from '#web/guides/guide-ids.ts';
import { authentik } from './authentik.ts';
import { entra } from './entra.ts';
import { google } from './google.ts';
import { jumpcloud } from './jumpcloud.ts';
import { keycloak } from './keycloak.ts';
import { okta } from './okta.ts';
import { onelogin } from './onelogin.ts';
import { pingfederate } from './pingfederate.ts';
import type { SignInGuide } from './sign-in-guide.ts';

export const SIGN_IN_GUIDES: Readonly<Record<GuideId, SignInGuide>> = {
  entra,
  okta,
  onelogin,
  jumpcloud,
  pingfederate,
  google,
  authentik,
  keycloak,
};
