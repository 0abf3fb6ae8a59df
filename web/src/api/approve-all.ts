import type { AppApproved, AppFormItem } from '#forms/app-types.ts';
import { call } from './client.ts';
import { reviewsChanged } from './reviews.ts';

/** How many forms may be approved at once. The server has the same bound. */
export const MOST_AT_ONCE = 50;

export type Approved = AppApproved['items'][number];

/** Approves forms as a list shows them. @returns the outcome of each */
export async function approveAll(
  forms: readonly Pick<AppFormItem, 'id' | 'revision'>[],
): Promise<readonly Approved[]> {
  const body = { forms: forms.map(({ id, revision }) => ({ id, revision })) };
  try {
    return (await call<AppApproved>('POST', '/app/v1/reviews/approve', body)).items;
  } finally {
    reviewsChanged();
  }
}
