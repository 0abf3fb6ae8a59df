import type { Reader } from '#db/database.ts';
import type { Template } from '#form-basics/index.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import { findTemplate } from '#templates/index.ts';
import { readLinksAllowed } from './public-link.store.ts';
import type { PublicLink } from './public-link.ts';

/**
 * Returns the published template of a link that takes answers now.
 * @throws AppError `public-links-off`, `public-link-early`, `public-link-paused`, `public-link-ended`,
 * `public-link-full`.
 */
export async function requireOpen(db: Reader, link: PublicLink, now: number): Promise<Template> {
  if (!(await readLinksAllowed(db, link.accountId))) throw off();
  if (link.state === 'paused') {
    throw fail('public-link-paused', 'The link is paused and takes no answers at the moment.');
  }
  const template = await findTemplate(db, link.accountId, link.templateId);
  const isOver = link.state === 'ended' || (link.closesAt !== undefined && now >= link.closesAt);
  if (isOver || template?.status !== 'published') throw ended();
  if (link.opensAt !== undefined && now < link.opensAt) {
    const opensAt = new Date(link.opensAt).toISOString();
    throw fail('public-link-early', `The link takes answers from ${opensAt}.`, {
      extra: { opensAt },
    });
  }
  if (link.maxAnswers !== undefined && link.answerCount >= link.maxAnswers) throw full();
  return template;
}

export const off = (): AppError =>
  fail(
    'public-links-off',
    'Links for people without an account are turned off. An admin can turn them on under Organisation.',
  );

export const ended = (): AppError =>
  fail('public-link-ended', 'The link has ended and takes no more answers.');

export const full = (): AppError =>
  fail('public-link-full', 'The link has received as many answers as it takes.');

export const answered = (): AppError =>
  fail(
    'public-link-answered',
    'A form was already sent with this browser, and the link takes one.',
  );
