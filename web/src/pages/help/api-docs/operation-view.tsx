// The API reference is made from the OpenAPI document that the server itself sends, so the two cannot disagree. This
// file shows one operation, and lets people with a token try it.
import { isObject, type JsonObject, member } from '#kernel/json.ts';
import { useTranslation } from '#web/texts/texts.ts';
import classes from './api-docs.module.css';
import {
  type ApiDocument,
  contentOf,
  listAt,
  type Operation,
  objectAt,
  pretty,
  textAt,
} from './api-document.ts';
import { Inline, Prose } from './prose.tsx';
import { SchemaView, typeOf } from './schema-view.tsx';
import { bodyText } from './send-example.ts';
import { TryIt } from './try-it.tsx';

interface OperationProps {
  readonly document: ApiDocument;
  readonly operation: Operation;
  /** Undefined where nothing can be sent: a webhook is a request to somebody else. */
  readonly token: string | undefined;
}

/** What an operation takes and answers, with examples that a test has sent. */
export function OperationView({ document, operation, token }: OperationProps) {
  const { t } = useTranslation();
  const { told } = operation;
  const parameters = listAt(told, 'parameters').filter(isObject);
  const body = objectAt(told, 'requestBody');
  return (
    <div className={classes['operation']}>
      <Prose text={textAt(told, 'description')} />
      {parameters.length > 0 && (
        <>
          <h4>{t('apiDocs.parameters')}</h4>
          <ul className={classes['members']}>
            {parameters.map((parameter) => (
              <Parameter key={textAt(parameter, 'name')} document={document} told={parameter} />
            ))}
          </ul>
        </>
      )}
      {contentOf(body) && (
        <>
          <h4>{t('apiDocs.body')}</h4>
          <Content document={document} told={body} />
        </>
      )}
      <h4>{t('apiDocs.responses')}</h4>
      {Object.entries(objectAt(told, 'responses')).map(([status, response]) => (
        <Response
          key={status}
          document={document}
          status={status}
          told={isObject(response) ? response : {}}
        />
      ))}
      {token !== undefined && <TryIt operation={operation} parameters={parameters} token={token} />}
    </div>
  );
}

interface ToldProps {
  readonly document: ApiDocument;
  readonly told: JsonObject;
}

function Parameter({ document, told }: ToldProps) {
  const { t } = useTranslation();
  const example = member(told, 'example');
  return (
    <li>
      <code className={classes['code']}>{textAt(told, 'name')}</code>{' '}
      <span className={classes['type']}>
        {textAt(told, 'in')}, {typeOf(document, told['schema'])}
      </span>
      {told['required'] === true && (
        <span className={classes['required']}>{t('apiDocs.required')}</span>
      )}
      {textAt(told, 'description') !== '' && (
        <div lang="en">
          <Inline text={textAt(told, 'description')} />
        </div>
      )}
      {example !== undefined && (
        <div>
          {t('apiDocs.example')}: <code className={classes['code']}>{pretty(example)}</code>
        </div>
      )}
    </li>
  );
}

/** The media type, the shape and the example of a body. */
function Content({ document, told }: ToldProps) {
  const { t } = useTranslation();
  const [type, content] = contentOf(told) ?? ['', {}];
  const example = member(content, 'example');
  return (
    <>
      <code className={classes['code']}>{type}</code>
      {example !== undefined && (
        <Example name={t('apiDocs.example')} text={bodyText(type, example)} />
      )}
      <SchemaView document={document} schema={member(content, 'schema')} />
    </>
  );
}

function Example({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <figure className={classes['example']}>
      <figcaption>{name}</figcaption>
      <pre>{text}</pre>
    </figure>
  );
}

function Response({ document, status, told }: ToldProps & { readonly status: string }) {
  const { t } = useTranslation();
  const codes = listAt(told, 'x-error-codes').filter((code) => typeof code === 'string');
  const [, content] = contentOf(told) ?? ['', {}];
  const refusals = Object.entries(objectAt(content, 'examples'));
  const headers = Object.keys(objectAt(told, 'headers'));
  const isRefusal = codes.length > 0;
  return (
    <details className={classes['response']}>
      <summary>
        <strong>{status}</strong>{' '}
        <span lang="en">
          <Inline text={textAt(told, 'description')} />
        </span>
      </summary>
      {headers.length > 0 && (
        <p className={classes['paragraph']}>
          {t('apiDocs.headers')}: {headers.join(', ')}
        </p>
      )}
      {isRefusal && (
        <p className={classes['paragraph']}>
          {t('apiDocs.codes')}: <Inline text={codes.map((code) => `\`${code}\``).join(', ')} />
        </p>
      )}
      {refusals.map(([code, reference]) => (
        <Example
          key={code}
          name={code}
          text={pretty(member(document.resolve(reference), 'value') ?? null)}
        />
      ))}
      {!isRefusal && contentOf(told) && <Content document={document} told={told} />}
    </details>
  );
}
