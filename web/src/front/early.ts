// What the sign-in page asks first is asked while its scripts are still on their way.
import { rememberedOrganisation } from '#web/api/organisation.ts';
import { signInOptions } from '#web/api/sign-in.ts';
import { readSignInSearch } from './sign-in-search.ts';

type Options = ReturnType<typeof signInOptions>;

let early: { readonly account: string; readonly options: Options } | undefined;

/** The code of the organisation whose ways in are offered; empty for none. */
export const organisationOf = (search: { readonly account?: string | undefined }): string =>
  search.account ?? rememberedOrganisation() ?? '';

export function askEarly(): void {
  if (location.pathname !== '/sign-in') return;
  const account = organisationOf(readSignInSearch(location.search));
  const options = signInOptions(account);
  // The caller that awaits it gets the failure.
  options.catch(() => undefined);
  early = { account, options };
}

/** The ways in of an organisation: those that were asked for early, once, or what the service answers now. */
export function waysIn(account: string): Options {
  const taken = early;
  early = undefined;
  return taken?.account === account ? taken.options : signInOptions(account);
}
