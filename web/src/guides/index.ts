import { authentik } from './authentik.ts';
import { entra } from './entra.ts';
import { google } from './google.ts';
import type { Guide } from './guide.ts';
import type { GuideId } from './guide-ids.ts';
import { jumpcloud } from './jumpcloud.ts';
import { keycloak } from './keycloak.ts';
import { okta } from './okta.ts';
import { onelogin } from './onelogin.ts';
import { pingfederate } from './pingfederate.ts';

/** In the order in which people look for them. */
export const GUIDES: Readonly<Record<GuideId, Guide>> = {
  entra,
  okta,
  onelogin,
  jumpcloud,
  pingfederate,
  google,
  authentik,
  keycloak,
};
