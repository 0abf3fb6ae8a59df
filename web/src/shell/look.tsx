import { MantineProvider, mergeThemeOverrides } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { styleNonce } from '../style-nonce.ts';
import { useTranslation } from '../texts.ts';
import { theme } from '../theme.ts';

/** The theme; what Mantine itself says to who listens is said in their language. */
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
