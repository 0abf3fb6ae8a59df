// The organisation that somebody signed in to last on this device, kept after they sign out: where an instance has
// several organisations, the sign-in screen then offers its single sign-on at once.
const STORED_AS = 'organisation';

export const rememberOrganisation = (code: string): void => localStorage.setItem(STORED_AS, code);

/** Returns the code of the organisation. */
export const rememberedOrganisation = (): string | undefined =>
  localStorage.getItem(STORED_AS) ?? undefined;

/** Returns the address at which people of an organisation sign in, whatever their device remembers. */
export const signInAddress = (code: string): string =>
  `${location.origin}/sign-in?${new URLSearchParams({ account: code })}`;
