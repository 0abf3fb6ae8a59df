import { hash } from 'node:crypto';
import type { Random } from '#kernel/ids.ts';
import { toBase32 } from './base32.ts';

const COUNT = 10;
/** 120 bits can't be guessed, so a fast hash is enough to store them (ASVS 6.5.2). */
const BYTES = 15;

/** Returns ten codes of 24 letters and digits. */
export const makeRecoveryCodes = (random: Random): readonly string[] =>
  Array.from({ length: COUNT }, () => toBase32(random.bytes(BYTES)));

/** Returns a code as people read it: in lower case, in groups of four. */
export const shownRecoveryCode = (code: string): string =>
  (code.match(/.{4}/g) ?? []).join('-').toLowerCase();

export const hashRecoveryCode = (code: string): string => hash('sha256', code, 'base64url');

/** A typed code, without its spaces and dashes. */
export type TypedCode =
  | { readonly kind: 'app'; readonly code: string }
  | { readonly kind: 'recovery-code'; readonly code: string };

/** Parses a typed code; returns undefined when it is neither kind. */
export function parseCode(text: string): TypedCode | undefined {
  const code = text.replaceAll(/[\s-]/g, '').toUpperCase();
  if (/^\d{6}$/.test(code)) return { kind: 'app', code };
  if (/^[A-Z2-7]{24}$/.test(code)) return { kind: 'recovery-code', code };
  return undefined;
}
