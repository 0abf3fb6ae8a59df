import { Button, FileButton, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Brand } from '#administration/app-types.ts';
import { removeLogo, replaceLogo } from '../../api/brand.ts';
import { ConsentButton } from '../../components/consent-button.tsx';
import { Problem } from '../../components/problem.tsx';
import { Section } from '../../components/section.tsx';
import { useAct } from '../../components/use-act.ts';
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
  const reset = useRef<() => void>(null);
  const act = useAct(replaceLogo, () => {
    notifications.show({ message: t('brand.logoSaved') });
  });
  const upload = (file: File | null) => {
    // Otherwise the browser would not tell when the same file is chosen again, after a failure.
    reset.current?.();
    if (file !== null) act.run(file);
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
        <FileButton onChange={upload} accept={TYPES} resetRef={reset}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconUpload size={16} aria-hidden />}
              loading={act.isRunning}
            >
              {t(logo === undefined ? 'brand.uploadLogo' : 'brand.replaceLogo')}
            </Button>
          )}
        </FileButton>
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
