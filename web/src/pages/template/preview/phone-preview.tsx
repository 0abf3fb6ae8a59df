import { Button, Group, Stack, Text } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Copyable } from '#web/components/copyable.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { late } from '#web/components/late.ts';
import { useTranslation } from '#web/texts/texts.ts';

const QrCode = late(() => import('#web/identity/qr-code.tsx'), 'QrCode');

/** Shows the address of the preview as a QR code, to try the form on the phone that it is made for. */
export function PhonePreview() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const address = `${location.origin}${location.pathname}?tab=preview`;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconQrcode size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('outline.phone.open')}
      </Button>
      {isOpen && (
        <Dialog onClose={() => setOpen(false)} title={t('outline.phone.title')}>
          <Stack>
            <Text>{t('outline.phone.lead')}</Text>
            <Group justify="center" mih={200}>
              <Suspense>
                <QrCode text={address} label={t('outline.phone.code')} />
              </Suspense>
            </Group>
            <Copyable name={t('outline.phone.address')} text={address} />
          </Stack>
        </Dialog>
      )}
    </>
  );
}
