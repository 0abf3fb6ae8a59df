import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconUpload } from '@tabler/icons-react';
import { type ChangeEvent, useRef } from 'react';
import type { Brand } from '#administration/app-types.ts';
import { removeLogo, replaceLogo } from '#web/api/brand.ts';
import { ConsentButton } from '#web/components/consent-button.tsx';
import { Problem } from '#web/components/problem.tsx';
import { Section } from '#web/components/section.tsx';
import { useAct } from '#web/components/use-act.ts';
import { useTranslation } from '#web/texts/texts.ts';
import classes from './brand.module.css';

const TYPES = 'image/png,image/jpeg,image/webp';

interface LogoSectionProps {
  readonly logo: Brand['logo'];
  /** Of the organisation. */
  readonly name: string;
}

/** The logo, on the grounds that it stands on, and how to replace it. */
export function LogoSection({ logo, name }: LogoSectionProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const act = useAct(replaceLogo, () => {
    notifications.show({ message: t('brand.logoSaved') });
  });
  const upload = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    if (file !== undefined) act.run(file);
    // Otherwise the browser would not tell when the same file is chosen again, after a failure.
    currentTarget.value = '';
  };
  return (
    <Section title={t('brand.logo')} lead={t('brand.logoLead')}>
      {logo === undefined ? (
        <Text>{t('brand.noLogo')}</Text>
      ) : (
        <div className={classes['ground']}>
          <img
            src={logo.url}
            alt={t('brand.logoOf', { name })}
            width={logo.width}
            height={logo.height}
            className={classes['logo']}
          />
        </div>
      )}
      {act.problem && (
        <Problem
          error={act.problem}
          title={t('problem.notDoneOf', { what: t('brand.uploadLogo') })}
        />
      )}
      <Group>
        <input ref={input} type="file" accept={TYPES} onChange={upload} hidden />
        <Button
          variant="default"
          leftSection={<IconUpload size={16} aria-hidden />}
          loading={act.isRunning}
          onClick={() => input.current?.click()}
        >
          {t(logo === undefined ? 'brand.uploadLogo' : 'brand.replaceLogo')}
        </Button>
        {logo !== undefined && (
          <ConsentButton
            label={t('brand.removeLogo')}
            title={t('brand.removeTitle')}
            verb={t('brand.removeLogo')}
            act={removeLogo}
          >
            <Text>{t('brand.removeText')}</Text>
          </ConsentButton>
        )}
      </Group>
      <Text size="sm" c="dimmed" maw="44rem">
        {t('brand.logoHint')}
      </Text>
    </Section>
  );
}
