import { Stack, Text } from '@mantine/core';
import { Section } from '#web/components/section.tsx';
import { ATTRIBUTES, type MappedAttribute } from '#web/guides/attributes.ts';
import { GUIDES } from '#web/guides/index.ts';
import type { Column } from '#web/lists/column.ts';
import { PlainTable } from '#web/lists/plain-table.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { AttributePath } from './attribute-path.tsx';
import { type GuideChoice, GuidePicker } from './guide-picker.tsx';
import { useGuideText } from './guide-text.tsx';
import { SeenAttributesCard } from './seen-attributes-card.tsx';

/** The SCIM attributes: their meaning in Formstead, their source, and whether they are stored. */
export function AttributesTab({ idp, onChoose }: GuideChoice) {
  const { t } = useTranslation();
  const textOf = useGuideText();
  const columns: readonly Column<MappedAttribute>[] = [
    {
      id: 'path',
      header: t('provisioning.attributes.path'),
      width: 'minmax(0, 2fr)',
      cell: ({ path }) => <AttributePath path={path} />,
    },
    {
      id: 'of',
      header: t('provisioning.attributes.of'),
      width: '5rem',
      cell: ({ resourceType }) => t(`groups.types.${resourceType}`),
    },
    {
      id: 'here',
      header: t('provisioning.attributes.here'),
      width: 'minmax(0, 1.5fr)',
      cell: ({ here }) => textOf(here),
    },
    {
      id: 'from',
      header: t('provisioning.attributes.from', { name: GUIDES[idp].name }),
      width: 'minmax(0, 1.5fr)',
      phone: 'labelled',
      cell: ({ from }) =>
        from[idp] ?? (
          <Text span c="dimmed">
            {t('provisioning.attributes.chosen')}
          </Text>
        ),
    },
    {
      id: 'kept',
      header: t('provisioning.attributes.kept'),
      width: '7rem',
      phone: 'labelled',
      cell: ({ kept }) => t(`provisioning.attributes.keeps.${kept}`),
    },
  ];
  return (
    <Stack>
      <GuidePicker idp={idp} onChoose={onChoose} />
      <Section title={t('provisioning.attributes.title')} lead={t('provisioning.attributes.lead')}>
        <PlainTable
          label={t('provisioning.attributes.title')}
          items={ATTRIBUTES}
          columns={columns}
          idOf={({ resourceType, path }) => `${resourceType} ${path}`}
        />
      </Section>
      <SeenAttributesCard />
    </Stack>
  );
}
