import { MantineProvider, mergeThemeOverrides } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useBrand } from '#web/api/shown-brand.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { styleNonce } from './style-nonce.ts';
import { ownColour, theme } from './theme.ts';

/**
 * Provides the theme, in the colour of the organisation if it has one, with the labels that Mantine itself uses for screen
 * readers in the language of the screen.
 */
export function Look({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const accent = useBrand()?.brand.accent;
  const spoken = useMemo(
    () =>
      mergeThemeOverrides(theme, accent === undefined ? {} : ownColour(accent), {
        components: {
          CloseButton: { defaultProps: { 'aria-label': t('common.close') } },
          Notification: {
            defaultProps: { closeButtonProps: { 'aria-label': t('common.dismiss') } },
          },
        },
      }),
    [t, accent],
  );
  return (
    <MantineProvider theme={spoken} defaultColorScheme="auto" getStyleNonce={() => styleNonce}>
      {children}
    </MantineProvider>
  );
}
