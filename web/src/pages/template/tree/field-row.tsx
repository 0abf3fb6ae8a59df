// Fields can contain fields, so a row renders the rows of its inner fields as well.
import { Alert, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
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
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
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
  readonly path: Path;
  readonly field: Field;
}

/** A field of the outline: its row, its properties while it is open, and its inner fields. */
function FieldRow({ path, field }: FieldRowProps) {
  const { t } = useTranslation();
  const { selected, select, faults } = useBuilder();
  const title = titleOf(field);
  const onKeyDown = useRowKeys(path, t('outline.addBehind', { title }));
  const choice = useChoice(path);
  const isHolder = childrenKey(field.type) !== undefined;
  const textOf = useFaultText();
  const panelId = useId();
  const isOpen = selected !== undefined && isSamePath(selected, path);
  const kind = kindOf(field);
  const own = faults.filter(({ at }) => isSamePath(pathOfPlace(at).path, path));
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <li>
      <div className={classes['row']} data-open={isOpen || undefined}>
        <RowFrame path={path} title={title} isHolder={isHolder}>
          <UnstyledButton
            className={classes['head']}
            data-at={path.join('.')}
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
          <FieldRows above={path} fields={childrenOf(field)} empty={t('builder.emptySection')} />
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
}

interface FieldRowsProps {
  readonly above: Path;
  readonly fields: readonly Field[];
  readonly empty: string;
}

export function FieldRows({ above, fields, empty }: FieldRowsProps) {
  const { isLarge } = useBuilder();
  if (fields.length === 0) {
    return (
      <Text size="sm" c="dimmed" pl="xs">
        {empty}
      </Text>
    );
  }
  return (
    <ol className={classes['rows']}>{isLarge ? partsOf(above, fields) : rowsOf(above, fields)}</ol>
  );
}

const rowsOf = (above: Path, fields: readonly Field[], from = 0): ReactNode =>
  fields.map((field, i) => {
    const path = [...above, from + i];
    // Keyed by position: the name can change while somebody types in the row.
    return <FieldRow key={path.join('.')} path={path} field={field} />;
  });

const partsOf = (above: Path, fields: readonly Field[]): ReactNode =>
  Array.from({ length: Math.ceil(fields.length / ROWS_TOGETHER) }, (_, part) => {
    const from = part * ROWS_TOGETHER;
    const some = fields.slice(from, from + ROWS_TOGETHER);
    return (
      <NearbyRows key={from} above={above} from={from} count={some.length}>
        {() => rowsOf(above, some, from)}
      </NearbyRows>
    );
  });
