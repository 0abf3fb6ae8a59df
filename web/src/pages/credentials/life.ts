const DAY_SECONDS = 86_400;

/** The lifetimes that can be chosen, in days. */
export const LIVES = [30, 90, 180, 365] as const;

/** Returns a lifetime as the field holds it: in seconds, as text. */
export const lifeOf = (days: number): string => String(days * DAY_SECONDS);
export const DEFAULT_LIFE = lifeOf(90);
export const LONGEST_LIFE = lifeOf(365);
export const NO_END = 'never';

export const endIn = (life: string): { readonly expiresInSeconds?: number } =>
  life === NO_END ? {} : { expiresInSeconds: Number(life) };

/** Reads networks and addresses, separated by spaces or commas; without any, every address is allowed. */
export function networksIn(text: string): { readonly allowedNetworks?: readonly string[] } {
  const allowedNetworks = text.split(/[\s,]+/).filter((each) => each !== '');
  return allowedNetworks.length > 0 ? { allowedNetworks } : {};
}
