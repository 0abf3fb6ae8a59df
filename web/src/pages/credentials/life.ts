const DAY_SECONDS = 86_400;

/** How long a secret may live, in days. */
export const LIVES = [30, 90, 180, 365] as const;

/** The choice of an end, as fields hold it: seconds, or no end. */
export const lifeOf = (days: number): string => String(days * DAY_SECONDS);
export const DEFAULT_LIFE = lifeOf(90);
export const LONGEST_LIFE = lifeOf(365);
export const NO_END = 'never';

export const endIn = (life: string): { readonly expiresInSeconds?: number } =>
  life === NO_END ? {} : { expiresInSeconds: Number(life) };

/** One network or address a line; without any, every address is allowed. */
export function networksIn(text: string): { readonly allowedNetworks?: readonly string[] } {
  const allowedNetworks = text.split(/[\s,]+/).filter((each) => each !== '');
  return allowedNetworks.length > 0 ? { allowedNetworks } : {};
}
