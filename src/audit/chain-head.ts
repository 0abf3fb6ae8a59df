import type { Seal } from '#kernel/seal.ts';

/** The end of an account's chain. */
export interface ChainHead {
  readonly seq: number;
  /** Hash of the last linked event; null while there is none. */
  readonly hash: string | null;
}

export interface StoredHead extends ChainHead {
  readonly sealed: string;
}

export const headContext = (accountId: string): string => `audit chain of ${accountId}`;
const textOf = ({ seq, hash }: ChainHead): string => JSON.stringify([seq, hash]);

/** Seals the end of a chain with the master key, so that nobody without that key can move it. */
export function sealHead(seal: Seal, accountId: string, head: ChainHead): StoredHead {
  return { ...head, sealed: seal.seal(headContext(accountId), textOf(head)) };
}

export function isSealed(seal: Seal, accountId: string, head: StoredHead): boolean {
  return seal.open(headContext(accountId), head.sealed) === textOf(head);
}

/** Seal context of the number of chains ever begun. With that number, a chain that was deleted whole is noticed. */
export const BEGUN = 'audit chains begun';

export const sealBegun = (seal: Seal, count: number): string => seal.seal(BEGUN, String(count));

/** Returns the sealed number; undefined when this deployment did not seal it. */
export function openBegun(seal: Seal, sealed: string): number | undefined {
  const text = seal.open(BEGUN, sealed);
  return text === undefined ? undefined : Number(text);
}
