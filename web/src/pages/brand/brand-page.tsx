// Colour, logo and fonts are on one page because people compare their effect on forms, mails and PDFs.
import { Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { brandQuery } from '#web/api/brand.ts';
import { useSession } from '#web/api/session.ts';
import { Page } from '#web/components/page.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { ColourSection } from './colour-section.tsx';
import { FontsSection } from './fonts-section.tsx';
import { LogoSection } from './logo-section.tsx';

/** What the pages and mails of the organisation look like. */
export function BrandPage() {
  const { t } = useTranslation();
  const { data: brand } = useSuspenseQuery(brandQuery);
  const { name } = useSession().account;
  return (
    <Page title={t('brand.title')} lead={t('brand.lead')}>
      <Stack maw="52rem">
        <LogoSection logo={brand.logo} name={name} />
        <ColourSection accent={brand.accent} />
        <FontsSection />
      </Stack>
    </Page>
  );
}
