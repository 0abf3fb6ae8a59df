import { NativeSelect } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { UserDetail } from '#administration/app-types.ts';
import { chooseLanguage } from '#web/api/me.ts';
import { Problem } from '#web/components/problem.tsx';
import { useAct } from '#web/components/use-act.ts';
import { isLanguage, LANGUAGES, type Language } from '#web/texts/i18n.ts';
import { texts, useTranslation } from '#web/texts/texts.ts';

/** Chooses the language of mails. For a provisioned user the identity provider decides it. */
export function OwnLanguage({ user }: { readonly user: UserDetail }) {
  const { t, i18n } = useTranslation();
  const act = useAct(
    (language: Language) => chooseLanguage(language),
    // In the language that was just chosen.
    () => void notifications.show({ message: texts.t('profile.languageSaved') }),
  );
  const isOwn = user.locked.length === 0;
  const data = Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }));
  return (
    <>
      {act.problem && <Problem error={act.problem} />}
      <NativeSelect
        label={t('profile.language')}
        description={t(isOwn ? 'profile.languageHint' : 'profile.languageFromProvider')}
        data={data}
        // Without a choice so far, the language of the screens.
        value={user.language ?? (isOwn ? i18n.language : 'en')}
        disabled={!isOwn || act.isRunning}
        onChange={({ currentTarget: { value } }) => {
          if (isLanguage(value)) act.run(value);
        }}
      />
    </>
  );
}
