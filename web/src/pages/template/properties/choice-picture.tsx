import { ActionIcon, FileButton, Image } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { isPicture, MAX_CHOICE_PICTURE_BYTES } from '#questionnaires/definition/picture.ts';
import type { Json } from '#web/builder/definition.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { fitPicture } from './fit-picture.ts';

interface ChoicePictureProps {
  readonly number: number;
  readonly picture: Json | undefined;
  readonly onPicture: (picture: string) => void;
  /** Called with a file that is no picture. */
  readonly onUnreadable: () => void;
}

/** Chooses the picture of a choice, or shows it to replace it. */
export function ChoicePicture({ number, picture, onPicture, onUnreadable }: ChoicePictureProps) {
  const { t } = useTranslation();
  const has = isPicture(picture);
  const label = t(has ? 'fields.picture.replaceOf' : 'fields.picture.chooseFor', { number });
  const take = async (file: File | null) => {
    if (file === null) return;
    const fitted = await fitPicture(file, MAX_CHOICE_PICTURE_BYTES).catch(() => undefined);
    if (fitted === undefined) onUnreadable();
    else onPicture(fitted);
  };
  return (
    <FileButton
      accept="image/*"
      inputProps={{ 'aria-label': label }}
      onChange={(file) => void take(file)}
    >
      {(props) => (
        <ActionIcon {...props} variant="default" size={36} aria-label={label} title={label}>
          {has ? (
            <Image src={picture} alt="" w={32} h={32} fit="contain" />
          ) : (
            <IconPhotoPlus size={18} aria-hidden />
          )}
        </ActionIcon>
      )}
    </FileButton>
  );
}
