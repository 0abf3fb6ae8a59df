// What people and their browsers talk to: set-up of the first admin now, sign-in and settings later;
// and HTTP Basic, which signs in as a person does. It knows the directory and the credentials, not
// SCIM, forms or tokens.
import type { Endpoint } from '#http/endpoint.ts';
import type { SetUpDeps } from './set-up.ts';
import { setUpFirstAdmin } from './set-up-first-admin.ts';
import { staticPage } from './static-page.ts';

export {
  type BasicAuthenticator,
  type BasicDeps,
  createBasicAuthenticator,
} from './authenticate-basic.ts';
export { type Basic, createBasic } from './basic.ts';
export { createBasicNotes } from './basic-notes.ts';
export { createPasswordCheck, type PasswordCheck } from './check-password.ts';
export { issueSetUpLink, type SetUpDeps, type SetUpResult, setUpAccount } from './set-up.ts';

export function accountEndpoints(deps: SetUpDeps): readonly Endpoint[] {
  return [
    setUpFirstAdmin(deps),
    staticPage('/set-up', 'set-up.html', 'The page of the one-time set-up link'),
    staticPage('/pages/page.css', 'page.css', 'Style of the plain pages'),
    staticPage('/pages/set-up.js', 'set-up.js', 'Script of the set-up page'),
    staticPage(
      '/pages/basic-authentication',
      'basic-authentication.html',
      'How to move from Basic to access tokens',
    ),
  ];
}
