import { Stack } from '@mantine/core';
import type { Page, Path } from '#web/builder/definition.ts';
import { WhenEditor } from '#web/pages/template/conditions/when-editor.tsx';
import classes from '#web/pages/template/editing/builder.module.css';
import { TextProperty } from '#web/pages/template/inputs/properties.tsx';
import { useTranslation } from '#web/texts/texts.ts';

export function PageProperties({ path, page }: { readonly path: Path; readonly page: Page }) {
  const { t } = useTranslation();
  const at = { path, holder: page };
  return (
    <Stack className={classes['panel']} pt="md">
      <TextProperty {...at} name="title" label={t('builder.field.pageTitle')} isFirst />
      <TextProperty {...at} name="description" label={t('builder.field.pageDescription')} isLong />
      <WhenEditor {...at} />
    </Stack>
  );
}
