import { Alert, Button, FileButton, Group, Image, Input, Stack } from '@mantine/core';
import { useState } from 'react';
import { isPicture } from '#questionnaires/definition/picture.ts';
import { type Field, type Path, wordsOf } from '#web/builder/definition.ts';
import { change } from '#web/builder/edit.ts';
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
import { TextProperty, useProperty } from '#web/pages/template/inputs/properties.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { fitPicture } from './fit-picture.ts';

interface PicturePropertyProps {
  readonly path: Path;
  readonly field: Field;
}

/** Chooses the picture of an instruction text, and what it shows in words. */
export function PictureProperty({ path, field }: PicturePropertyProps) {
  const { t } = useTranslation();
  const { edit } = useBuilder();
  const set = useProperty(path, 'picture');
  const [isUnreadable, setUnreadable] = useState(false);
  const { picture } = field;
  const has = isPicture(picture);
  const take = async (file: File | null) => {
    if (file === null) return;
    const fitted = await fitPicture(file).catch(() => undefined);
    setUnreadable(fitted === undefined);
    if (fitted !== undefined) set(fitted);
  };
  const label = t('fields.picture.title');
  return (
    <Stack gap={6}>
      <Input.Label component="div">{label}</Input.Label>
      {has && (
        <Image src={picture} alt={wordsOf(field['pictureText'])} mah={240} w="auto" fit="contain" />
      )}
      <Group gap="xs">
        <FileButton
          accept="image/*"
          inputProps={{ 'aria-label': label }}
          onChange={(file) => void take(file)}
        >
          {(props) => (
            <Button {...props} size="xs" variant="default">
              {t(has ? 'fields.picture.replace' : 'fields.picture.choose')}
            </Button>
          )}
        </FileButton>
        {has && (
          <Button
            size="xs"
            variant="default"
            onClick={() =>
              edit((now) => change(now, path, { picture: undefined, pictureText: undefined }))
            }
          >
            {t('fields.picture.remove')}
          </Button>
        )}
      </Group>
      {isUnreadable && (
        <Alert role="alert" color="red" variant="outline">
          {t('fields.picture.unreadable')}
        </Alert>
      )}
      {has && (
        <TextProperty
          path={path}
          holder={field}
          name="pictureText"
          label={t('fields.picture.text')}
          description={t('fields.picture.textHint')}
        />
      )}
    </Stack>
  );
}
