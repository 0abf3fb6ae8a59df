// Fields can contain fields, so a row renders the rows of its inner fields as well.
import { Alert, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { memo, type ReactNode, useId, useMemo } from 'react';
import {
  childrenKey,
  childrenOf,
  type Field,
  isSamePath,
  type Path,
  pathOfPlace,
  titleOf,
} from '#web/builder/definition.ts';
import { kindOf } from '#web/builder/kinds.ts';
import { StateBadge } from '#web/components/state-badge.tsx';
import classes from '#web/pages/template/editing/builder.module.css';
import { useBuilderActions, useRows } from '#web/pages/template/editing/builder-context.ts';
import { FieldProperties } from '#web/pages/template/properties/field-properties.tsx';
import { KindIcon } from '#web/templates/kind-icon.tsx';
import { useFaultText } from '#web/templates/use-fault-text.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { AddMenu } from './add-menu.tsx';
import { NearbyRows, ROWS_TOGETHER } from './nearby-rows.tsx';
import { RowActions } from './row-actions.tsx';
import { HolderEnd, RowFrame } from './row-frame.tsx';
import { useChoice, useRowKeys } from './use-row-keys.ts';

interface FieldRowProps {
  /** Its path, joined by dots: unlike a list, it is equal in the next render. */
  readonly at: string;
  readonly field: Field;
  /** The open field, joined by dots, where it is this one or inside of it. */
  readonly open: string | undefined;
}

/** Returns the open field where it is the one at `at` or inside of it. */
export const openIn = (at: string, open: string | undefined): string | undefined =>
  open === at || open?.startsWith(`${at}.`) ? open : undefined;

/**
 * A field of the outline: its row, its properties while it is open, and its inner fields. It is rendered again only when
 * something of it changes: a key that is typed in one row would otherwise wait for all others.
 */
const FieldRow = memo(({ at, field, open }: FieldRowProps) => {
  const { t } = useTranslation();
  const path = useMemo(() => at.split('.').map(Number), [at]);
  const { select } = useBuilderActions();
  const { faults } = useRows();
  const title = titleOf(field);
  const onKeyDown = useRowKeys(path, t('outline.addBehind', { title }));
  const choice = useChoice(path);
  const isHolder = childrenKey(field.type) !== undefined;
  const textOf = useFaultText();
  const panelId = useId();
  const isOpen = open === at;
  const kind = kindOf(field);
  const own = faults.filter((fault) => isSamePath(pathOfPlace(fault.at).path, path));
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <li>
      <div className={classes['row']} data-open={isOpen || undefined}>
        <RowFrame path={path} title={title} isHolder={isHolder}>
          <UnstyledButton
            className={classes['head']}
            data-at={at}
            data-part="head"
            aria-expanded={isOpen}
            aria-controls={isOpen ? panelId : undefined}
            onClick={(event) => {
              if (!choice.click(event)) select(isOpen ? undefined : path);
            }}
            onKeyDown={onKeyDown}
          >
            <Chevron size={16} aria-hidden style={{ flexShrink: 0 }} />
            <KindIcon kind={kind} />
            <span className={classes['what']}>
              <span>
                <Text span className="wrap-anywhere" data-row="title">
                  {title}
                </Text>
                {field['isRequired'] === true && (
                  <>
                    <Text span c="var(--mantine-color-error)" aria-hidden>
                      {' *'}
                    </Text>
                    <VisuallyHidden>{`, ${t('builder.required')}`}</VisuallyHidden>
                  </>
                )}
              </span>
              <Text size="xs" c="dimmed" span>
                {kind === undefined
                  ? t('builder.unknownKind', { type: field.type })
                  : t(`builder.kinds.${kind}`)}
                {field['visibleIf'] !== undefined && ` · ${t('builder.conditional')}`}
              </Text>
            </span>
            {own.length > 0 && (
              <StateBadge tone="red" icon={IconAlertTriangle}>
                {own.length}
              </StateBadge>
            )}
          </UnstyledButton>
          <RowActions path={path} title={title} />
        </RowFrame>
        {isOpen && (
          <Stack id={panelId} className={classes['panel']}>
            {own.length > 0 && (
              <Alert
                variant="outline"
                color="red"
                icon={<IconAlertTriangle />}
                title={t('builder.faultsHere')}
              >
                {own.map((fault) => (
                  <Text key={fault.at + fault.text}>{textOf(fault)}</Text>
                ))}
              </Alert>
            )}
            <FieldProperties path={path} field={field} />
            {!isHolder && <AddMenu to={path} label={t('builder.addBelow')} />}
          </Stack>
        )}
      </div>
      {isHolder && (
        <Stack className={classes['inside']} gap="xs">
          <FieldRows
            above={path}
            fields={childrenOf(field)}
            open={open}
            empty={t('builder.emptySection')}
          />
          <HolderEnd holder={path} count={childrenOf(field).length}>
            <AddMenu
              to={path}
              label={t('builder.addField')}
              fullLabel={t('builder.addInto', { title })}
            />
          </HolderEnd>
        </Stack>
      )}
    </li>
  );
});

interface FieldRowsProps {
  readonly above: Path;
  readonly fields: readonly Field[];
  /** The open field, joined by dots, where it is one of these or inside of one. */
  readonly open: string | undefined;
  readonly empty: string;
}

export function FieldRows({ above, fields, open, empty }: FieldRowsProps) {
  const { isLarge } = useRows();
  if (fields.length === 0) {
    return (
      <Text size="sm" c="dimmed" pl="xs">
        {empty}
      </Text>
    );
  }
  return (
    <ol className={classes['rows']}>
      {isLarge ? partsOf(above, fields, open) : rowsOf(above, fields, open)}
    </ol>
  );
}

const rowsOf = (
  above: Path,
  fields: readonly Field[],
  open: string | undefined,
  from = 0,
): ReactNode =>
  fields.map((field, i) => {
    const at = [...above, from + i].join('.');
    // Keyed by position: the name can change while somebody types in the row.
    return <FieldRow key={at} at={at} field={field} open={openIn(at, open)} />;
  });

const partsOf = (above: Path, fields: readonly Field[], open: string | undefined): ReactNode =>
  Array.from({ length: Math.ceil(fields.length / ROWS_TOGETHER) }, (_, part) => {
    const from = part * ROWS_TOGETHER;
    const some = fields.slice(from, from + ROWS_TOGETHER);
    return (
      <NearbyRows
        key={from}
        above={above}
        from={from}
        count={some.length}
        isOpen={some.some((_, i) => openIn([...above, from + i].join('.'), open) !== undefined)}
      >
        {() => rowsOf(above, some, open, from)}
      </NearbyRows>
    );
  });
