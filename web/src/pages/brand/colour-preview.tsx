import { SimpleGrid, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SHADE_OF, shadesOf } from '#brand/accent.ts';
import { Labelled } from '../../components/labelled.tsx';
import classes from './brand.module.css';

const SCHEMES = ['light', 'dark'] as const;

/** A button and a link in both schemes, and in words which shades they have. */
export function ColourPreview({ colour }: { readonly colour: string }) {
  const { t } = useTranslation();
  const shades = shadesOf(colour);
  const isShaded = SCHEMES.some((scheme) =>
    Object.values(SHADE_OF[scheme]).some((index) => shades[index] !== colour),
  );
  return (
    <Labelled label={t('brand.preview')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt={4}>
        {SCHEMES.map((scheme) => {
          const { button, link } = SHADE_OF[scheme];
          return (
            <div key={scheme} className={classes['preview']} data-scheme={scheme}>
              <strong>{t(`brand.scheme.${scheme}`)}</strong>
              <span className={classes['button']} style={{ background: shades[button] }}>
                {t('brand.button')}
              </span>
              <span className={classes['link']} style={{ color: shades[link] }}>
                {t('brand.link')}
              </span>
              <span className={classes['shades']}>
                {t('brand.shades', { button: shades[button], link: shades[link] })}
              </span>
            </div>
          );
        })}
      </SimpleGrid>
      <Text size="sm" c="dimmed" mt="xs" role="status" maw="44rem">
        {t(isShaded ? 'brand.shaded' : 'brand.asIs', { colour })}
      </Text>
    </Labelled>
  );
}
