import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconChevronDown,
  IconChevronRight,
  IconFile,
  IconFileImport,
  IconForms,
} from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { isSamePath, type Page, titleOf } from '../../builder/definition.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Loading } from '../../components/loading.tsx';
import { useTranslation } from '../../texts.ts';
import { AddMenu } from './add-menu.tsx';
import classes from './builder.module.css';
import { useBuilder } from './builder-context.ts';
import { FieldRows, useRowKeys } from './field-row.tsx';
import { keyOfPlace } from './key-of-place.ts';
import { PageProperties } from './page-properties.tsx';
import { RowActions } from './row-actions.tsx';
import { useDeeds } from './use-deeds.ts';

const Preview = lazy(async () => ({ default: (await import('./preview.tsx')).Preview }));

/** The outline of the form, with the preview beside it on wide screens. */
export function FieldsTab({ onImport }: { readonly onImport: () => void }) {
  const { t } = useTranslation();
  const builder = useBuilder();
  const deeds = useDeeds();
  const { pages } = builder.definition;
  const isEmpty = pages.every(({ elements }) => elements.length === 0);
  return (
    <div className={classes['columns']}>
      <Stack role="group" aria-label={t('builder.outline')} gap="md">
        <Group gap={4} className={classes['steps']}>
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            disabled={!builder.canUndo}
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={builder.undo}
          >
            {t('builder.undo')}
          </Button>
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            disabled={!builder.canRedo}
            leftSection={<IconArrowForwardUp size={16} aria-hidden />}
            onClick={builder.redo}
          >
            {t('builder.redo')}
          </Button>
        </Group>
        {isEmpty && pages.length === 1 ? (
          <Start onImport={onImport} />
        ) : (
          <>
            {pages.map((page, i) => (
              <PageRow key={keyOfPlace(i)} page={page} index={i} />
            ))}
            <Button
              variant="default"
              size="xs"
              leftSection={<IconFile size={16} aria-hidden />}
              onClick={deeds.addPage}
              style={{ alignSelf: 'start' }}
            >
              {t('builder.addPage')}
            </Button>
            <Text size="xs" c="dimmed" visibleFrom="sm">
              {t('builder.keys')}
            </Text>
          </>
        )}
      </Stack>
      <section className={classes['beside']} aria-label={t('builder.preview.title')}>
        <Suspense fallback={<Loading />}>
          <Preview />
        </Suspense>
      </section>
    </div>
  );
}

function Start({ onImport }: { readonly onImport: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState icon={IconForms} title={t('builder.startTitle')} text={t('builder.startLead')}>
      <AddMenu to={[0]} label={t('builder.addField')} isMain />
      <Button
        variant="default"
        leftSection={<IconFileImport size={16} aria-hidden />}
        onClick={onImport}
      >
        {t('builder.json.bring')}
      </Button>
    </EmptyState>
  );
}

function PageRow({ page, index }: { readonly page: Page; readonly index: number }) {
  const { t } = useTranslation();
  const { selected, select } = useBuilder();
  const path = [index];
  const onKeyDown = useRowKeys(path);
  const isOpen = selected !== undefined && isSamePath(selected, path);
  const number = index + 1;
  const name =
    page['title'] === undefined
      ? t('builder.page', { number })
      : t('builder.pageOf', { number, title: titleOf(page) });
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <Stack gap={4}>
      <Group gap="xs" wrap="nowrap" className={classes['page']}>
        <UnstyledButton
          className={classes['head']}
          data-at={index}
          data-part="head"
          aria-expanded={isOpen}
          onClick={() => select(isOpen ? undefined : path)}
          onKeyDown={onKeyDown}
        >
          <Chevron size={16} aria-hidden />
          <Text fw={550} className="wrap-anywhere">
            {name}
          </Text>
        </UnstyledButton>
        <RowActions path={path} title={name} />
      </Group>
      {isOpen && <PageProperties path={path} page={page} />}
      <FieldRows above={path} fields={page.elements} empty={t('builder.emptyPage')} />
      <AddMenu
        to={path}
        label={t('builder.addField')}
        fullLabel={t('builder.addInto', { title: name })}
      />
    </Stack>
  );
}
