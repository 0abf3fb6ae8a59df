import { Button, Divider, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { SignInOptions } from '#sign-in/app-types.ts';
import { withQuery } from '#web/api/client.ts';
import { beginSso } from '#web/api/sign-in.ts';
import { Problem } from '#web/components/problem.tsx';
import { useAct } from '#web/components/use-act.ts';
import { readSignInSearch } from '#web/front/sign-in-search.ts';
import { go, useSearchText } from '#web/front/way.ts';
import { useTranslation } from '#web/texts/texts.ts';

interface SsoButtonsProps {
  readonly connections: SignInOptions['sso'];
  /** The path to go to after the sign-in. */
  readonly to: string;
  /** The person must authenticate again, even if the identity provider still has their session. */
  readonly isFresh: boolean;
  /** The only way to sign in, so its button is filled. */
  readonly isOnlyWay: boolean;
}

/** A button for each identity provider, with its name. */
export function SsoButtons({ connections, to, isFresh, isOnlyWay }: SsoButtonsProps) {
  const { t } = useTranslation();
  const act = useAct(
    (id: string) => beginSso(id, to, isFresh),
    (url) => location.assign(url),
  );
  return (
    <>
      {act.problem && (
        <Problem error={act.problem} title={t('problem.notDoneOf', { what: t('signIn.title') })} />
      )}
      {connections.map(({ id, name }) => (
        <Button
          key={id}
          variant={isOnlyWay ? 'filled' : 'default'}
          loading={act.isRunning}
          onClick={() => act.run(id)}
        >
          {t('signIn.withSso', { name })}
        </Button>
      ))}
    </>
  );
}

interface FindSsoProps {
  readonly account?: string | undefined;
  /**
   * The identity providers of this organisation are offered already. The field stays, because the person may belong to
   * another one.
   */
  readonly hasFound: boolean;
}

/** Asks for the code of an organisation, where the instance has several, and then offers its identity providers. */
export function FindSso({ account = '', hasFound }: FindSsoProps) {
  const { t } = useTranslation();
  const search = useSearchText();
  const [code, setCode] = useState(account);
  const find = (event: FormEvent) => {
    event.preventDefault();
    const { to, again } = readSignInSearch(search);
    go(withQuery('/sign-in', { to, again, account: code.trim() }));
  };
  return (
    <form onSubmit={find}>
      <Divider my="md" />
      <Stack>
        {account !== '' && !hasFound && (
          <Text role="status">{t('signIn.noSso', { code: account })}</Text>
        )}
        <TextInput
          label={t('signIn.code')}
          description={t('signIn.codeHint')}
          autoComplete="organization"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <Button type="submit" variant="default">
          {t('signIn.findSso')}
        </Button>
      </Stack>
    </form>
  );
}
