import { Button, Group, Text, Title } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { lazy, Suspense, useId, useState } from 'react';
import { fieldsOf } from '#web/builder/definition.ts';
import { Loading } from '#web/components/loading.tsx';
import { Section } from '#web/components/section.tsx';
import { GALLERY } from '#web/gallery/gallery.ts';
import { inLanguage } from '#web/gallery/in-language.ts';
import type { GalleryTemplate } from '#web/gallery/parts.ts';
import { useTranslation } from '#web/texts/texts.ts';
import classes from './gallery.module.css';

const GalleryDialog = lazy(async () => ({
  default: (await import('./gallery-dialog.tsx')).GalleryDialog,
}));

/** The examples to start from, each with a preview. */
export function GallerySection() {
  const { t } = useTranslation();
  const [shown, setShown] = useState<GalleryTemplate>();
  return (
    <Section title={t('templates.gallery')} lead={t('templates.galleryLead')}>
      <ul className={classes['gallery']}>
        {GALLERY.map((template) => (
          <Card key={template.id} template={template} onShow={() => setShown(template)} />
        ))}
      </ul>
      {shown !== undefined && (
        <Suspense fallback={<Loading />}>
          <GalleryDialog template={shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </Section>
  );
}

interface CardProps {
  readonly template: GalleryTemplate;
  readonly onShow: () => void;
}

function Card({ template, onShow }: CardProps) {
  const { t } = useTranslation();
  const id = useId();
  const name = inLanguage(template.name);
  const count = fieldsOf(template.definition).filter(({ field }) => field.type !== 'panel').length;
  return (
    <li className={classes['card']} aria-labelledby={id}>
      <Title order={3} size="h5" id={id}>
        {name}
      </Title>
      <Text size="sm" c="dimmed" className={classes['text']}>
        {inLanguage(template.description)}
      </Text>
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          {t('templates.fieldCount', { count })}
        </Text>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconEye size={14} aria-hidden />}
          aria-label={t('templates.previewOf', { name })}
          onClick={onShow}
        >
          {t('templates.preview')}
        </Button>
      </Group>
    </li>
  );
}
