import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { ASSIGNMENTS } from '#web/api/assignments.ts';
import { withQuery } from '#web/api/client.ts';
import { shownLanguage } from '#web/texts/i18n.ts';
import { useTranslation } from '#web/texts/texts.ts';
import type { WorkFilters } from './work-filters.ts';
import { workQuery } from './work-query.ts';

const FORMATS = ['xlsx', 'csv'] as const;

/** Downloads the work that the list shows, all of it. */
export function WorkExport({ filters }: { readonly filters: WorkFilters }) {
  const { t } = useTranslation();
  const path = (format: (typeof FORMATS)[number]) =>
    withQuery(`${ASSIGNMENTS}/export`, {
      ...workQuery(filters),
      format,
      locale: shownLanguage(),
      ...(format === 'csv' && { bom: true }),
    });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" leftSection={<IconDownload size={16} aria-hidden />}>
          {t('work.export.verb')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map((format) => (
          <Menu.Item key={format} component="a" href={path(format)} download>
            {t(`work.export.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
