import { readTime } from '#http/input.ts';
import { checkLinkName, checkThankYou } from '#public-links/check-settings.ts';
import type { LinkSettings } from '#public-links/public-link.ts';
import type { PublicLinksDeps } from '#public-links/public-links-deps.ts';
import type { PublicLinkChange } from './public-link.shapes.ts';

/** Returns the settings that a body names, checked. The code is hashed, which takes time: call it outside of a transaction. */
export async function readLinkSettings(
  { passwords }: Pick<PublicLinksDeps, 'passwords'>,
  accountId: string,
  { name, opensAt, closesAt, maxAnswers, code, ...rest }: PublicLinkChange,
): Promise<Partial<LinkSettings>> {
  const { oncePerBrowser, proofOfWork, thankYou, keepOnDevice } = rest;
  return {
    ...(name !== undefined && { name: checkLinkName(name) }),
    ...(opensAt !== undefined && { opensAt: momentOf(opensAt, 'opensAt') }),
    ...(closesAt !== undefined && { closesAt: momentOf(closesAt, 'closesAt') }),
    ...(maxAnswers !== undefined && { maxAnswers: maxAnswers ?? undefined }),
    ...(code !== undefined && {
      codeHash: code === null ? undefined : await passwords.rehash(code, accountId),
    }),
    ...(oncePerBrowser !== undefined && { oncePerBrowser }),
    ...(proofOfWork !== undefined && { proofOfWork }),
    ...(thankYou !== undefined && { thankYou: checkThankYou(thankYou) }),
    ...(keepOnDevice !== undefined && { keepOnDevice }),
  };
}

const momentOf = (text: string | null, at: string): number | undefined =>
  text === null ? undefined : readTime(text, at);
