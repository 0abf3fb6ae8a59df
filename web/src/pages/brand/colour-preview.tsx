import { SimpleGrid, Text } from '@mantine/core';
import { Labelled } from '#web/components/labelled.tsx';
import { STANDARD, shownOf } from '#web/shell/theme.ts';
import { useTranslation } from '#web/texts/texts.ts';
import classes from './brand.module.css';

const SCHEMES = ['light', 'dark'] as const;

interface ColourPreviewProps {
  /** `#rrggbb`; undefined: Formstead’s own colour. */
  readonly colour: string | undefined;
}

/** A button and a link in both schemes, and in words which shades they have. */
export function ColourPreview({ colour }: ColourPreviewProps) {
  const { t } = useTranslation();
  const shown = colour === undefined ? STANDARD : shownOf(colour);
  const isShaded = SCHEMES.some((scheme) =>
    Object.values(shown[scheme]).some((shade) => shade !== colour),
  );
  return (
    <Labelled label={t('brand.preview')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt={4}>
        {SCHEMES.map((scheme) => {
          const { button, link } = shown[scheme];
          return (
            <div key={scheme} className={classes['preview']} data-scheme={scheme}>
              <strong>{t(`brand.scheme.${scheme}`)}</strong>
              <span className={classes['button']} style={{ background: button }}>
                {t('brand.button')}
              </span>
              <span className={classes['link']} style={{ color: link }}>
                {t('brand.link')}
              </span>
              <span className={classes['shades']}>{t('brand.shades', { button, link })}</span>
            </div>
          );
        })}
      </SimpleGrid>
      <Text size="sm" c="dimmed" mt="xs" role="status" maw="44rem">
        {colour !== undefined && t(isShaded ? 'brand.shaded' : 'brand.asIs', { colour })}
      </Text>
    </Labelled>
  );
}
