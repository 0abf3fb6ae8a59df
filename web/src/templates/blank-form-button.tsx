import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { blankFormUrl } from '#web/api/template-design.ts';
import { shownLanguage } from '#web/texts/i18n.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** Leads to a published template as a PDF to fill in by hand. */
export function BlankFormButton({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      component="a"
      href={blankFormUrl(id, shownLanguage())}
      download
      leftSection={<IconPrinter size={16} aria-hidden />}
    >
      {t('templates.blankForm')}
    </Button>
  );
}
