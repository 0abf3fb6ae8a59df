import { Button, Group, Image, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { renderSVG } from 'uqr';
import { Copyable } from '#web/components/copyable.tsx';
import { saveFile } from '#web/components/save-file.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** The width of the picture in pixels: sharp on a printed sheet. */
const PNG_SIZE = 1024;

interface ShareProps {
  readonly name: string;
  readonly url: string;
  readonly lead: string;
}

/** The address of a link to copy, and its QR code to print. */
export function Share({ name, url, lead }: ShareProps) {
  const { t } = useTranslation();
  const svg = renderSVG(url, { border: 4, pixelSize: 8 });
  const address = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return (
    <Stack>
      <Text>{lead}</Text>
      <Copyable name={t('publicLinks.address')} text={url} />
      <Image src={address} alt={t('publicLinks.qr', { name })} w={240} h={240} mx="auto" />
      <Group justify="center">
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => saveFile(new Blob([svg], { type: 'image/svg+xml' }), `${name}.svg`)}
        >
          {t('publicLinks.svg')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => void pngOf(address).then((png) => saveFile(png, `${name}.png`))}
        >
          {t('publicLinks.png')}
        </Button>
      </Group>
    </Stack>
  );
}

async function pngOf(address: string): Promise<Blob> {
  const picture = document.createElement('img');
  picture.src = address;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = PNG_SIZE;
  canvas.height = PNG_SIZE;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the browser draws no pictures');
  context.imageSmoothingEnabled = false;
  context.drawImage(picture, 0, 0, PNG_SIZE, PNG_SIZE);
  return await new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture')))),
  );
}
