import { Stack } from '@mantine/core';
import type { Page, Path } from '#web/builder/definition.ts';
import { useTranslation } from '#web/texts.ts';
import classes from './builder.module.css';
import { TextProperty } from './properties.tsx';
import { WhenEditor } from './when-editor.tsx';

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
