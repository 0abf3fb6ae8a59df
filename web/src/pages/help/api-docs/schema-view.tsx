import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import { useTranslation } from '#web/texts/texts.ts';
import classes from './api-docs.module.css';
import { type ApiDocument, listAt, objectAt, textAt } from './api-document.ts';
import { Inline } from './prose.tsx';

interface SchemaProps {
  readonly document: ApiDocument;
  readonly schema: JsonValue | undefined;
}

/** Deeper shapes are shown by their name: a shape could contain itself. */
const DEEPEST = 6;

/** Shows the members of a shape, those of inner shapes below them. */
export function SchemaView({ document, schema }: SchemaProps) {
  return <Members document={document} schema={schema} depth={0} />;
}

function Members({ document, schema, depth }: SchemaProps & { readonly depth: number }) {
  const { t } = useTranslation();
  const shapes = shapesOf(document, schema);
  const members = shapes.flatMap((shape) => {
    const required = listAt(shape, 'required');
    return Object.entries(objectAt(shape, 'properties')).map(([name, inner]) => ({
      name: shapes.length > 1 ? `${textAt(shape, 'title')}.${name}` : name,
      inner,
      isRequired: required.includes(name),
    }));
  });
  if (members.length === 0 || depth >= DEEPEST) return null;
  return (
    <ul className={classes['members']}>
      {members.map(({ name, inner, isRequired }) => {
        const told = document.resolve(inner);
        return (
          <li key={name}>
            <code className={classes['code']}>{name}</code>{' '}
            <span className={classes['type']}>{typeOf(document, inner)}</span>
            {isRequired && <span className={classes['required']}>{t('apiDocs.required')}</span>}
            {textAt(told, 'description') !== '' && (
              <div lang="en">
                <Inline text={textAt(told, 'description')} />
              </div>
            )}
            <Members document={document} schema={inner} depth={depth + 1} />
          </li>
        );
      })}
    </ul>
  );
}

/** Returns the shapes with members behind a schema: those of a list's items, of a record's values, of alternatives. */
function shapesOf(document: ApiDocument, schema: JsonValue | undefined): readonly JsonObject[] {
  const told = document.resolve(schema);
  const choices = listAt(told, 'anyOf');
  if (choices.length > 0) return choices.flatMap((choice) => shapesOf(document, choice));
  if (member(told, 'items') !== undefined) return shapesOf(document, told['items']);
  const values = member(told, 'additionalProperties');
  const hasMembers = Object.keys(objectAt(told, 'properties')).length > 0;
  if (!hasMembers && isObject(values)) return shapesOf(document, values);
  return hasMembers ? [told] : [];
}

/** Returns the type of a schema in a few words. */
export function typeOf(document: ApiDocument, schema: JsonValue | undefined): string {
  const told = document.resolve(schema);
  const choices = listAt(told, 'anyOf');
  if (choices.length > 0) return choices.map((choice) => typeOf(document, choice)).join(' | ');
  const allowed = listAt(told, 'enum');
  if (allowed.length > 0) return allowed.map((value) => JSON.stringify(value)).join(' | ');
  const fixed = member(told, 'const');
  if (fixed !== undefined) return JSON.stringify(fixed);
  const type = member(told, 'type');
  if (type === 'array') return `${typeOf(document, told['items'])}[]`;
  const name = Array.isArray(type) ? type.join(' | ') : type;
  const format = textAt(told, 'format');
  return `${typeof name === 'string' ? name : 'any'}${format === '' ? '' : ` (${format})`}`;
}
