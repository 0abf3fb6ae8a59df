import { Accordion, NativeSelect, SimpleGrid, Stack } from '@mantine/core';
import { changeKind } from '#web/builder/change-kind.ts';
import {
  childrenKey,
  type Definition,
  type Field,
  fieldAt,
  isTable,
  type Path,
  textOf,
  titleOf,
} from '#web/builder/definition.ts';
import {
  columnsOf,
  hasChoices,
  isStaticKind,
  type Kind,
  kindOf,
  kindsInstead,
} from '#web/builder/kinds.ts';
import { followTitle } from '#web/builder/retitle.ts';
import { WhenEditor } from '#web/pages/template/conditions/when-editor.tsx';
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
import { useOutline } from '#web/pages/template/editing/outline-context.ts';
import { useDeeds } from '#web/pages/template/editing/use-deeds.ts';
import { SwitchProperty, TextProperty } from '#web/pages/template/inputs/properties.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { CalculationProperty } from './calculation-property.tsx';
import { ChoicesEditor } from './choices-editor.tsx';
import { ColumnsEditor } from './columns-editor.tsx';
import { ContentProperty } from './content-property.tsx';
import { KindProperties } from './kind-properties.tsx';
import classes from './more.module.css';
import { NameProperty } from './name-property.tsx';
import { OfficeProperty } from './office-property.tsx';
import { LookedUpProperty } from './people-property.tsx';
import { PictureProperty } from './picture-property.tsx';
import { RowsEditor } from './rows-editor.tsx';
import { ScaleEditor } from './scale-editor.tsx';

interface FieldPropertiesProps {
  readonly path: Path;
  readonly field: Field;
}

/** The inputs for all properties of a field. */
export function FieldProperties({ path, field }: FieldPropertiesProps) {
  const { t } = useTranslation();
  const kind = kindOf(field);
  const onTitled = useNameThatFollows(path);
  const at = { path, holder: field };
  const isLayout = kind === 'panel' || isStaticKind(kind);
  const deeds = useDeeds();
  const outline = useOutline();
  const addTitle = t(childrenKey(field.type) ? 'builder.addInto' : 'outline.addBehind', {
    title: titleOf(field),
  });
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: kind && kindsInstead(kind).length > 1 ? 2 : 1 }}>
        <TextProperty
          {...at}
          name="title"
          label={t('builder.field.title')}
          isFirst
          onBlur={onTitled}
          onEnter={(isWithCtrl) => {
            // The row closes without the input losing the focus.
            onTitled();
            if (isWithCtrl) deeds.addAlike(path);
            else outline.open({ type: 'add', to: path, title: addTitle });
          }}
        />
        {kind !== undefined && kindsInstead(kind).length > 1 && (
          <KindField path={path} kind={kind} />
        )}
      </SimpleGrid>
      <TextProperty {...at} name="description" label={t('builder.field.description')} isLong />
      {!isLayout && kind !== 'expression' && (
        <SwitchProperty {...at} name="isRequired" label={t('builder.field.required')} />
      )}
      {kind === 'instructions' && (
        <>
          <ContentProperty path={path} field={field} />
          <PictureProperty path={path} field={field} />
        </>
      )}
      {hasChoices(field.type) && <ChoicesEditor path={path} field={field} />}
      <LookedUpProperty path={path} field={field} />
      {(kind === 'matrixdropdown' || kind === 'matrix') && <RowsEditor path={path} field={field} />}
      {kind === 'matrix' && <ScaleEditor path={path} field={field} />}
      {isTable(field.type) && <ColumnsEditor path={path} field={field} />}
      {kind === 'expression' && <CalculationProperty path={path} field={field} />}
      <OfficeProperty path={path} field={field} />
      <WhenEditor path={path} holder={field} />
      <Accordion variant="default" chevronPosition="left" classNames={classes}>
        <Accordion.Item value="more">
          <Accordion.Control>{t('builder.field.more')}</Accordion.Control>
          <Accordion.Panel>
            <Stack>
              {kind !== undefined && <KindProperties path={path} field={field} kind={kind} />}
              <NameProperty path={path} field={field} />
            </Stack>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </Stack>
  );
}

/**
 * Returns a function that makes the name from the title, as long as nobody has chosen the name and it is not published.
 */
function useNameThatFollows(path: Path): () => void {
  const { published, isMadeUp, made, edit } = useBuilder();
  const follow = (now: Definition) => {
    const renamed = followTitle(now, path, published, isMadeUp);
    const before = fieldAt(now, path);
    const field = fieldAt(renamed, path);
    if (renamed === now || field === undefined || before === undefined) return renamed;
    made(field.name);
    for (const { name } of columnsOf(field)) {
      if (isMadeUp(`${before.name}.${textOf(name)}`)) made(`${field.name}.${textOf(name)}`);
    }
    return renamed;
  };
  return () => edit(follow, { key: `${path.join('.')} title` });
}

interface KindFieldProps {
  readonly path: Path;
  readonly kind: Kind;
}

function KindField({ path, kind }: KindFieldProps) {
  const { t } = useTranslation();
  const builder = useBuilder();
  const kinds = kindsInstead(kind);
  return (
    <NativeSelect
      label={t('builder.field.kind')}
      value={kind}
      onChange={({ currentTarget }) => {
        const chosen = kinds.find((each) => each === currentTarget.value);
        if (chosen === undefined) return;
        builder.edit((now) => changeKind(now, path, chosen));
      }}
      data={kinds.map((value) => ({ value, label: t(`builder.kinds.${value}`) }))}
    />
  );
}
