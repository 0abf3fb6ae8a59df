import { queryOptions } from '@tanstack/react-query';
import type { Brand } from '#administration/app-types.ts';
import { call, get } from './client.ts';
import { queryClient } from './query-client.ts';
import { sessionQuery } from './session.ts';

const BRAND = '/app/v1/account/brand';
const LOGO = '/app/v1/account/logo';

export const brandQuery = queryOptions({
  queryKey: [BRAND],
  queryFn: () => get<Brand>(BRAND),
});

/** `null`: Formstead’s own colour. */
export async function changeAccent(accent: string | null): Promise<void> {
  await call('PATCH', BRAND, { accent });
  await showChange();
}

export async function replaceLogo(file: Blob): Promise<void> {
  await call('PUT', LOGO, file);
  await showChange();
}

export async function removeLogo(): Promise<void> {
  await call('DELETE', LOGO);
  await showChange();
}

/** Every page shows it. */
async function showChange(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: brandQuery.queryKey });
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  await queryClient.invalidateQueries({ queryKey: ['sign-in'] });
}
