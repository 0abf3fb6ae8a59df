// The field types, the outline and the preview share the selected field. This file lays them out, and holds the steps
// that concern many fields.
import { ActionIcon, Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconChevronDown,
  IconChevronRight,
  IconClipboardText,
  IconFile,
  IconFileImport,
  IconForms,
  IconListCheck,
} from '@tabler/icons-react';
import { lazy, memo, Suspense, useMemo } from 'react';
import { fieldsOf, type Page } from '#web/builder/definition.ts';
import { keyOfPlace } from '#web/builder/key-of-place.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Loading } from '#web/components/loading.tsx';
import classes from '#web/pages/template/editing/builder.module.css';
import { useBuilder, useBuilderActions } from '#web/pages/template/editing/builder-context.ts';
import { useOutline } from '#web/pages/template/editing/outline-context.ts';
import { useDeeds } from '#web/pages/template/editing/use-deeds.ts';
import { useHolderName } from '#web/pages/template/editing/use-group-deeds.ts';
import { PageProperties } from '#web/pages/template/properties/page-properties.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { AddMenu } from './add-menu.tsx';
import { ChosenBar } from './chosen-bar.tsx';
import { FieldRows, openIn } from './field-row.tsx';
import { OutlineDialogs } from './outline-dialogs.tsx';
import { Palette } from './palette.tsx';
import { RowActions } from './row-actions.tsx';
import { HolderEnd, RowFrame } from './row-frame.tsx';
import { useRowKeys } from './use-row-keys.ts';

const Preview = lazy(async () => ({
  default: (await import('#web/pages/template/preview/preview.tsx')).Preview,
}));

interface FieldsTabProps {
  readonly onImport: () => void;
  readonly onTry: (() => void) | undefined;
}

/** The outline of the form, between the field types and the preview on wide screens. */
export function FieldsTab({ onImport, onTry }: FieldsTabProps) {
  const { t } = useTranslation();
  const { pages } = useBuilder().definition;
  const isEmpty = pages.length === 1 && pages[0]?.elements.length === 0;
  // As in builder.module.css. Where there is no room for it, the engine must not work for it either.
  const isWide = useMediaQuery('(min-width: 75em)', false);
  return (
    <OutlineDialogs>
      <div className={classes['columns']}>
        <Palette />
        <Stack role="group" aria-label={t('builder.outline')} gap="md">
          <Steps />
          <ChosenBar />
          {isEmpty ? <Start onImport={onImport} /> : <Pages pages={pages} />}
        </Stack>
        {isWide && (
          <section
            className={classes['beside']}
            aria-label={t('builder.preview.title')}
            data-preview
          >
            <Suspense fallback={<Loading />}>
              <Preview isBeside onTry={onTry} />
            </Suspense>
          </section>
        )}
      </div>
    </OutlineDialogs>
  );
}

/** Undo, redo, and what works on many fields at once. */
function Steps() {
  const { t } = useTranslation();
  const builder = useBuilder();
  const { chosen, choose, open } = useOutline();
  const holder = useHolderName();
  const last = [builder.selected?.[0] ?? builder.definition.pages.length - 1];
  const look = { variant: 'subtle', color: 'gray', size: 'xs' } as const;
  return (
    <Group gap={4} className={classes['steps']}>
      <ActionIcon
        variant="subtle"
        color="gray"
        disabled={!builder.canUndo}
        aria-label={t('builder.undo')}
        title={t('builder.undo')}
        onClick={builder.undo}
      >
        <IconArrowBackUp size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        disabled={!builder.canRedo}
        aria-label={t('builder.redo')}
        title={t('builder.redo')}
        onClick={builder.redo}
      >
        <IconArrowForwardUp size={16} />
      </ActionIcon>
      <Button
        {...look}
        leftSection={<IconClipboardText size={16} aria-hidden />}
        onClick={() =>
          open({
            type: 'lines',
            to: last,
            title: t('outline.lines.title', { title: holder(last) }),
          })
        }
      >
        {t('outline.lines.open')}
      </Button>
      {fieldsOf(builder.definition).length > 1 && (
        <Button
          {...look}
          aria-pressed={chosen !== undefined}
          leftSection={<IconListCheck size={16} aria-hidden />}
          onClick={() => choose(chosen === undefined ? [] : undefined)}
        >
          {t('outline.chooseSeveral')}
        </Button>
      )}
    </Group>
  );
}

function Pages({ pages }: { readonly pages: readonly Page[] }) {
  const { t } = useTranslation();
  const deeds = useDeeds();
  const open = useBuilder().selected?.join('.');
  return (
    <>
      {pages.map((page, i) => (
        <PageRow
          key={keyOfPlace(i)}
          page={page}
          index={i}
          open={openIn(String(i), open)}
          isOnly={pages.length === 1}
        />
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
        {t('outline.keys')}
      </Text>
    </>
  );
}

function Start({ onImport }: { readonly onImport: () => void }) {
  const { t } = useTranslation();
  return (
    <HolderEnd holder={[0]} count={0}>
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
    </HolderEnd>
  );
}

interface PageRowProps {
  readonly page: Page;
  readonly index: number;
  /** The open field or page, joined by dots, where it is this page or on it. */
  readonly open: string | undefined;
  readonly isOnly: boolean;
}

/** A page of the outline with its fields, rendered again only when something on it changes. */
const PageRow = memo(({ page, index, open, isOnly }: PageRowProps) => {
  const { t } = useTranslation();
  const { select } = useBuilderActions();
  const path = useMemo(() => [index], [index]);
  const name = useHolderName()(path);
  const addTitle = t('builder.addInto', { title: name });
  const onKeyDown = useRowKeys(path, addTitle);
  const isOpen = open === String(index);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <Stack gap={4}>
      <div className={classes['page']}>
        <RowFrame path={path} title={name} isHolder isFixed={isOnly}>
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
        </RowFrame>
      </div>
      {isOpen && <PageProperties path={path} page={page} />}
      <FieldRows above={path} fields={page.elements} open={open} empty={t('builder.emptyPage')} />
      <HolderEnd holder={path} count={page.elements.length}>
        <AddMenu to={path} label={t('builder.addField')} fullLabel={addTitle} />
      </HolderEnd>
    </Stack>
  );
});
