import { MantineProvider, mergeThemeOverrides } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { styleNonce } from '../style-nonce.ts';
import { theme } from '../theme.ts';

/** Provides the theme, with the labels that Mantine itself uses for screen readers in the language of the screen. */
export function Look({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const spoken = useMemo(
    () =>
      mergeThemeOverrides(theme, {
        components: {
          CloseButton: { defaultProps: { 'aria-label': t('common.close') } },
          Notification: {
            defaultProps: { closeButtonProps: { 'aria-label': t('common.dismiss') } },
          },
        },
      }),
    [t],
  );
  return (
    <MantineProvider theme={spoken} defaultColorScheme="auto" getStyleNonce={() => styleNonce}>
      {children}
    </MantineProvider>
  );
}
