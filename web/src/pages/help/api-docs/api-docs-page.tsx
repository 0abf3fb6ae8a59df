import { Anchor, PasswordInput, TextInput, Title } from '@mantine/core';
import { useEffect, useLayoutEffect, useState } from 'react';
import { call } from '#web/api/client.ts';
import { Loading } from '#web/components/loading.tsx';
import { LanguagePicker } from '#web/shell/language-picker.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import classes from './api-docs.module.css';
import { type ApiDocument, type Operation, readDocument } from './api-document.ts';
import { OperationView } from './operation-view.tsx';
import { Inline, Prose } from './prose.tsx';
import { searchDocument } from './search-document.ts';

const PATH = '/.well-known/openapi.json';

/**
 * The reference of the API, made from the document that this Formstead serves. Anybody may read it: the document says
 * nothing about an organisation. A token that somebody pastes stays in this page and is gone with it.
 */
export function ApiDocsPage() {
  const { t } = useTranslation();
  const [read, setRead] = useState<ApiDocument | 'failed'>();
  useLayoutEffect(() => {
    document.title = `${t('apiDocs.title')} – Formstead`;
  }, [t]);
  useEffect(() => {
    void load().then(setRead);
  }, []);
  return (
    <main className={classes['page']}>
      <header className={classes['head']}>
        <Title order={1}>{t('apiDocs.title')}</Title>
        <LanguagePicker />
      </header>
      <p className={classes['paragraph']}>
        {t('apiDocs.lead')}{' '}
        <Anchor href={PATH} underline="always">
          openapi.json
        </Anchor>
      </p>
      {read === undefined && <Loading />}
      {read === 'failed' && <p role="alert">{t('apiDocs.failed')}</p>}
      {typeof read === 'object' && <Reference document={read} />}
    </main>
  );
}

async function load(): Promise<ApiDocument | 'failed'> {
  try {
    return readDocument(await call('GET', PATH));
  } catch {
    return 'failed';
  }
}

function Reference({ document }: { readonly document: ApiDocument }) {
  const { t } = useTranslation();
  const [token, setToken] = useState('');
  const [wanted, setWanted] = useState('');
  const found = wanted.trim() === '' ? undefined : searchDocument(document, wanted);
  const isShown = (operation: Operation) => found === undefined || found.named.has(operation);
  const groups = document.tags.map((tag) => ({
    ...tag,
    operations: document.operations.filter((each) => each.tag === tag.name && isShown(each)),
  }));
  const messages = document.messages.filter(isShown);
  const shown = groups.filter(({ operations }) => operations.length > 0);
  const mentioned = found?.mentioned ?? [];
  const { passages = '', codes = '' } = found ?? {};
  const count = shown.length + messages.length + mentioned.length;
  const isEmpty = count === 0 && passages + codes === '';
  return (
    <>
      <div className={classes['fields']}>
        <TextInput
          type="search"
          label={t('apiDocs.find')}
          value={wanted}
          onChange={({ currentTarget: { value } }) => setWanted(value)}
        />
        <PasswordInput
          label={t('apiDocs.token')}
          description={t('apiDocs.tokenHint')}
          autoComplete="off"
          value={token}
          onChange={({ currentTarget: { value } }) => setToken(value)}
        />
      </div>
      {found === undefined && (
        <details className={classes['response']}>
          <summary>{t('apiDocs.about')}</summary>
          <Prose text={document.introduction} />
        </details>
      )}
      {passages !== '' && (
        <section>
          <h2>{t('apiDocs.about')}</h2>
          <Prose text={passages} />
        </section>
      )}
      {isEmpty && <p role="status">{t('apiDocs.nothing')}</p>}
      {shown.map(({ name, description, operations }) => (
        <section key={name}>
          <h2 lang="en">{name}</h2>
          <Prose text={description} />
          {operations.map((operation) => (
            <Entry key={operation.id} document={document} operation={operation} token={token} />
          ))}
        </section>
      ))}
      {messages.length > 0 && (
        <section>
          <h2>{t('apiDocs.messages')}</h2>
          <p className={classes['paragraph']}>{t('apiDocs.messagesText')}</p>
          {messages.map((operation) => (
            <Entry key={operation.id} document={document} operation={operation} token={undefined} />
          ))}
        </section>
      )}
      {mentioned.length > 0 && (
        <section>
          <h2>{t('apiDocs.mentioned')}</h2>
          {mentioned.map(({ operation, texts }) => (
            <Entry
              key={operation.id}
              document={document}
              operation={operation}
              token={document.messages.includes(operation) ? undefined : token}
              mentions={texts}
            />
          ))}
        </section>
      )}
      {codes !== '' && (
        <section>
          <h2>{t('apiDocs.codes')}</h2>
          <Prose text={codes} />
        </section>
      )}
    </>
  );
}

interface EntryProps {
  readonly document: ApiDocument;
  readonly operation: Operation;
  readonly token: string | undefined;
  /** Why it was found, if its name does not say so. */
  readonly mentions?: readonly string[];
}

/** One operation: what it does, and once it is opened everything about it. */
function Entry({ document, operation, token, mentions = [] }: EntryProps) {
  const [isOpen, setIsOpen] = useState(location.hash === `#${operation.id}`);
  const { id, method, path, summary } = operation;
  return (
    <details
      id={id}
      className={classes['entry']}
      open={isOpen}
      onToggle={(event) => {
        // Those of inner parts arrive here too.
        if (event.target === event.currentTarget) setIsOpen(event.currentTarget.open);
      }}
    >
      <summary>
        <h3 className={classes['name']}>
          <span className={classes['method']} data-method={method}>
            {method}
          </span>{' '}
          <code className="wrap-anywhere">{path}</code>
        </h3>
        <span lang="en">{summary}</span>
        {mentions.map((text) => (
          <p key={text} lang="en" className={classes['mention']}>
            <Inline text={text} />
          </p>
        ))}
      </summary>
      {isOpen && <OperationView document={document} operation={operation} token={token} />}
    </details>
  );
}
