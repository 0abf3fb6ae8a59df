import type { PrefilledLink, PublicLinkItem } from '#public-links/app-types.ts';
import { call } from './client.ts';
import { queryClient } from './query-client.ts';

export const publicLinksOf = (templateId: string): string =>
  `/app/v1/templates/${templateId}/links`;

/** What people choose about a link; null removes a setting. */
export interface PublicLinkInput {
  readonly name?: string;
  readonly state?: PublicLinkItem['state'];
  readonly opensAt?: string | null;
  readonly closesAt?: string | null;
  readonly maxAnswers?: number | null;
  readonly code?: string | null;
  readonly oncePerBrowser?: boolean;
  readonly proofOfWork?: boolean;
  readonly thankYou?: string | null;
  readonly keepOnDevice?: boolean;
  readonly revision?: number;
}

export const createPublicLink = (templateId: string, input: PublicLinkInput) =>
  change(() => call<PublicLinkItem>('POST', publicLinksOf(templateId), input));

export const changePublicLink = ({ id, revision }: PublicLinkItem, input: PublicLinkInput) =>
  change(() => call<PublicLinkItem>('PATCH', `/app/v1/public-links/${id}`, { ...input, revision }));

/** Returns the address of the link with answers that its holder cannot change. */
export const prefillPublicLink = (
  { id }: PublicLinkItem,
  answers: Readonly<Record<string, unknown>>,
) => call<PrefilledLink>('POST', `/app/v1/public-links/${id}/prefill`, { answers });

async function change<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } finally {
    await queryClient.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[0]).endsWith('/links'),
    });
  }
}
