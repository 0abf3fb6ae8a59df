import type { Services } from '#services.ts';
import type { Call } from './call.ts';
import type { Organisation } from './organisation.ts';
import { type Teller, textAt } from './teller.ts';

/** Everything that the parts of the story need. */
export interface Stage {
  readonly teller: Teller;
  readonly services: Services;
  readonly organisation: Organisation;
}

/** The name of a shell variable and the token that it contains. */
export type Token = NonNullable<Call['token']>;

export async function askForToken(
  teller: Teller,
  variable: string,
  credential: { readonly clientId: string; readonly clientSecret: string },
  say: string,
): Promise<Token> {
  const { body } = await teller.step({
    say,
    call: {
      method: 'POST',
      path: '/connect/token',
      form: {
        grant_type: 'client_credentials',
        scope: 'public_api',
        client_id: credential.clientId,
        client_secret: credential.clientSecret,
      },
    },
    status: 200,
    show: ['cache-control'],
  });
  return { variable, value: textAt(body, 'access_token') };
}
