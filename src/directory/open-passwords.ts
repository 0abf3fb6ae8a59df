import { openBreachedPasswords } from './breached-passwords.ts';
import { createPasswords, type PasswordOptions, type Passwords } from './passwords.ts';

interface Opening extends Pick<PasswordOptions, 'random' | 'cores'> {
  readonly settings: {
    readonly memoryKib: number;
    readonly passes: number;
    readonly breachedFile: string | undefined;
  };
  /** Where the service is reached: no password may be built from the name of its host. */
  readonly publicUrl: string;
}

/** Passwords as the settings want them. @throws Error when the list of breached ones can't be used */
export async function openPasswords({
  settings,
  publicUrl,
  ...given
}: Opening): Promise<Passwords> {
  const { breachedFile, ...cost } = settings;
  return createPasswords({
    ...given,
    cost,
    siteNames: [new URL(publicUrl).hostname],
    breached: breachedFile === undefined ? undefined : await openBreachedPasswords(breachedFile),
  });
}
