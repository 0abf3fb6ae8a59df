import { personNamed } from './people.ts';
import type { Stage, Token } from './stage.ts';
import { at } from './teller.ts';

/** Shows the errors of wrong requests: what is wrong, why, and what would be right. */
export async function tellFaults({ teller, organisation }: Stage, token: Token): Promise<void> {
  teller.heading('When something is wrong');
  await teller.step({
    say: 'A wrong client secret. The answer is the same for a client that does not exist.',
    call: {
      method: 'POST',
      path: '/connect/token',
      form: {
        grant_type: 'client_credentials',
        scope: 'public_api',
        client_id: organisation.account.clientId,
        client_secret: 'wrong',
      },
    },
    status: 401,
    holds: ({ body }) => at(body, 'error') === 'invalid_client',
  });
  await teller.step({
    say: 'A userName that is taken, whatever its letter case.',
    call: {
      method: 'POST',
      path: '/scim/v2/Users',
      token,
      json: { userName: personNamed('Priya Nair').userName.toUpperCase() },
    },
    status: 409,
    holds: ({ body }) => at(body, 'scimType') === 'uniqueness',
  });
  await teller.step({
    say: 'A filter that can not be read: the answer names the place.',
    call: { path: '/v2/formz', query: { filter: 'lastupdateddate after 2026-01-31' }, token },
    status: 400,
  });
  await teller.step({
    say: 'No Authorization header.',
    call: { path: '/v2/formz' },
    status: 401,
    show: ['www-authenticate'],
  });
  await teller.plainStep('Plain HTTP is never answered, nor sent elsewhere.', '/v2/formz');
}
