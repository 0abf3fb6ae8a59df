import { Text } from '@mantine/core';
import type { PublicLinkItem } from '#public-links/app-types.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { Share } from './share.tsx';

interface ShareDialogProps {
  readonly link: PublicLinkItem;
  readonly onClose: () => void;
}

/** Shows the address of a link to copy, and its QR code to print. */
export function ShareDialog({ link, onClose }: ShareDialogProps) {
  const { t } = useTranslation();
  const { name, url } = link;
  return (
    <Dialog title={t('publicLinks.shareTitle', { name })} onClose={onClose}>
      {url === undefined ? (
        <Text role="alert">{t('publicLinks.lost')}</Text>
      ) : (
        <Share name={name} url={url} lead={t('publicLinks.shareLead')} />
      )}
    </Dialog>
  );
}
