import { Accordion, NativeSelect, SimpleGrid, Stack } from '@mantine/core';
import { changeKind } from '../../builder/change-kind.ts';
import { type Definition, type Field, fieldAt, type Path } from '../../builder/definition.ts';
import { hasChoices, type Kind, kindOf, kindsInstead } from '../../builder/kinds.ts';
import { followTitle } from '../../builder/retitle.ts';
import { useTranslation } from '../../texts.ts';
import { useBuilder } from './builder-context.ts';
import { CalculationProperty } from './calculation-property.tsx';
import { ChoicesEditor } from './choices-editor.tsx';
import { ColumnsEditor } from './columns-editor.tsx';
import { KindProperties } from './kind-properties.tsx';
import classes from './more.module.css';
import { NameProperty } from './name-property.tsx';
import { SwitchProperty, TextProperty } from './properties.tsx';
import { WhenEditor } from './when-editor.tsx';

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
  const isLayout = kind === 'panel';
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: kind && kindsInstead(kind).length > 1 ? 2 : 1 }}>
        <TextProperty
          {...at}
          name="title"
          label={t('builder.field.title')}
          isFirst
          onBlur={onTitled}
        />
        {kind !== undefined && kindsInstead(kind).length > 1 && (
          <KindField path={path} kind={kind} />
        )}
      </SimpleGrid>
      <TextProperty {...at} name="description" label={t('builder.field.description')} isLong />
      {!isLayout && kind !== 'expression' && (
        <SwitchProperty {...at} name="isRequired" label={t('builder.field.required')} />
      )}
      {hasChoices(field.type) && <ChoicesEditor path={path} field={field} />}
      {field.type === 'matrixdynamic' && <ColumnsEditor path={path} field={field} />}
      {kind === 'expression' && <CalculationProperty path={path} field={field} />}
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
    const name = fieldAt(renamed, path)?.name;
    if (renamed !== now && name !== undefined) made(name);
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
