// Which organisation somebody signed in to on this device, also after they have left: its single sign-on is then at hand
// where there are several.
const STORED_AS = 'organisation';

export const rememberOrganisation = (code: string): void => localStorage.setItem(STORED_AS, code);

/** Its code. */
export const rememberedOrganisation = (): string | undefined =>
  localStorage.getItem(STORED_AS) ?? undefined;

/** Where people of an organisation sign in, whatever their device remembers. */
export const signInAddress = (code: string): string =>
  `${location.origin}/sign-in?${new URLSearchParams({ account: code })}`;
