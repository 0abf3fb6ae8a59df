import { openBreachedPasswords } from './breached-passwords.ts';
import { createPasswords, type PasswordOptions, type Passwords } from './passwords.ts';

interface Opening extends Pick<PasswordOptions, 'random' | 'cores'> {
  readonly settings: {
    readonly memoryKib: number;
    readonly passes: number;
    readonly breachedFile: string | undefined;
  };
  /** The public URL of the service: no password may be built from its host name. */
  readonly publicUrl: string;
}

/** Creates the password functions by the settings. @throws Error when the list of breached passwords cannot be used */
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
