import { Anchor, Badge, Box, Group, Menu, Text } from '@mantine/core';
import { IconArchive, IconCircleCheck, IconPencil, IconRestore } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { TemplateItem } from '#forms/app-types.ts';
import { Time } from '../../components/time.tsx';
import type { Column } from '../../lists/data-table.tsx';
import { RowMenu } from '../../lists/row-menu.tsx';
import { StartButton } from './start-button.tsx';

const PICTURES = { draft: IconPencil, published: IconCircleCheck, archived: IconArchive } as const;

export function TemplateStatus({ status }: Pick<TemplateItem, 'status'>) {
  const { t } = useTranslation();
  const Picture = PICTURES[status];
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex" style={{ verticalAlign: 'bottom' }}>
      <Picture size={16} aria-hidden />
      {t(`templates.statuses.${status}`)}
    </Group>
  );
}

function Name({ template }: { readonly template: TemplateItem }) {
  const { t } = useTranslation();
  const { id, name, description, status, hasChanges } = template;
  return (
    <Box miw={0}>
      <Anchor component={Link} to={`/templates/${id}`} fw={500} className="wrap-anywhere">
        {name}
      </Anchor>
      {status === 'published' && hasChanges && <Badge ml="xs">{t('templates.hasChanges')}</Badge>}
      {description !== undefined && (
        <Text size="sm" c="dimmed" lineClamp={2}>
          {description}
        </Text>
      )}
    </Box>
  );
}

interface Acts {
  readonly onArchive: (template: TemplateItem) => void;
  readonly onRestore: (template: TemplateItem) => void;
}

/** `acts` are there for who builds templates. */
export function useTemplateColumns(acts: Acts | undefined): readonly Column<TemplateItem>[] {
  const { t } = useTranslation();
  const name: Column<TemplateItem> = {
    id: 'name',
    header: t('templates.name'),
    width: 'minmax(0, 2.5fr)',
    cell: (template) => <Name template={template} />,
  };
  const updated: Column<TemplateItem> = {
    id: 'updated',
    header: t('templates.updated'),
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
  };
  const start: Column<TemplateItem> = {
    id: 'start',
    header: t('list.actions'),
    width: acts === undefined ? 'minmax(7rem, 0.5fr)' : '11rem',
    cell: (template) => (
      <Group gap="xs" wrap="nowrap" display="inline-flex">
        {template.status === 'published' && <StartButton template={template} />}
        {acts !== undefined && <Actions template={template} acts={acts} />}
      </Group>
    ),
  };
  if (acts === undefined) return [name, updated, start];
  return [
    name,
    {
      id: 'status',
      header: t('templates.status'),
      cell: ({ status }) => <TemplateStatus status={status} />,
    },
    {
      id: 'forms',
      header: t('templates.forms'),
      width: 'minmax(0, 0.6fr)',
      cell: ({ id, formCount = 0 }) => (
        <Anchor component={Link} to={`/forms/all?template=${id}`} style={{ whiteSpace: 'nowrap' }}>
          {t('templates.formCount', { count: formCount })}
        </Anchor>
      ),
    },
    updated,
    start,
  ];
}

function Actions({ template, acts }: { readonly template: TemplateItem; readonly acts: Acts }) {
  const { t } = useTranslation();
  const isArchived = template.status === 'archived';
  return (
    <RowMenu name={template.name}>
      <Menu.Item
        component={Link}
        to={`/templates/${template.id}`}
        leftSection={<IconPencil size={16} aria-hidden />}
      >
        {t('templates.edit')}
      </Menu.Item>
      {isArchived ? (
        <Menu.Item
          leftSection={<IconRestore size={16} aria-hidden />}
          onClick={() => acts.onRestore(template)}
        >
          {t('templates.restore')}
        </Menu.Item>
      ) : (
        <Menu.Item
          leftSection={<IconArchive size={16} aria-hidden />}
          onClick={() => acts.onArchive(template)}
        >
          {t('templates.archive')}
        </Menu.Item>
      )}
    </RowMenu>
  );
}
