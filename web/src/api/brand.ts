import { queryOptions } from '@tanstack/react-query';
import type { Brand, FontList } from '#administration/app-types.ts';
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

const FONTS = '/app/v1/account/fonts';

export const fontsQuery = queryOptions({
  queryKey: [FONTS],
  queryFn: () => get<FontList>(FONTS),
});

/** Browsers don't know the type of every font, and the server tries the file anyway. */
export async function addFont(file: File): Promise<void> {
  const type = /\.otf$/i.test(file.name) ? 'font/otf' : 'font/ttf';
  await call('POST', FONTS, new Blob([file], { type }));
  await queryClient.invalidateQueries({ queryKey: fontsQuery.queryKey });
}

export async function removeFont(id: string): Promise<void> {
  await call('DELETE', `${FONTS}/${id}`);
  await queryClient.invalidateQueries({ queryKey: fontsQuery.queryKey });
}

/** Every page shows it. */
async function showChange(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: brandQuery.queryKey });
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  await queryClient.invalidateQueries({ queryKey: ['sign-in'] });
}
