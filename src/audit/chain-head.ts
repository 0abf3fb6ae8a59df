import type { Seal } from '#kernel/seal.ts';

/** The end of an account's chain. */
export interface ChainHead {
  readonly seq: number;
  /** Of the last linked line; null while there is none. */
  readonly hash: string | null;
}

export interface StoredHead extends ChainHead {
  readonly sealed: string;
}

export const headContext = (accountId: string): string => `audit chain of ${accountId}`;
const textOf = ({ seq, hash }: ChainHead): string => JSON.stringify([seq, hash]);

/** Only who has the master key can say where a chain ends. */
export function sealHead(seal: Seal, accountId: string, head: ChainHead): StoredHead {
  return { ...head, sealed: seal.seal(headContext(accountId), textOf(head)) };
}

export function isSealed(seal: Seal, accountId: string, head: StoredHead): boolean {
  return seal.open(headContext(accountId), head.sealed) === textOf(head);
}

/** How many chains were ever begun, so that a chain that is gone altogether is missed. */
export const BEGUN = 'audit chains begun';

export const sealBegun = (seal: Seal, count: number): string => seal.seal(BEGUN, String(count));

/** Undefined for what was not sealed here. */
export function openBegun(seal: Seal, sealed: string): number | undefined {
  const text = seal.open(BEGUN, sealed);
  return text === undefined ? undefined : Number(text);
}
