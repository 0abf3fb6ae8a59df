import { Checkbox } from '@mantine/core';
import type { Definition } from '#web/builder/definition.ts';
import { Section } from '#web/components/section.tsx';
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** Says whether people may decline work. It is a part of the definition: a step of the builder that can be undone. */
export function DecliningSection() {
  const { t } = useTranslation();
  const { definition, edit } = useBuilder();
  return (
    <Section title={t('declining.title')}>
      <Checkbox
        label={t('declining.on')}
        description={t('declining.hint')}
        checked={definition['allowDeclining'] !== false}
        onChange={({ currentTarget: { checked } }) => edit((now) => withDeclining(now, checked))}
      />
    </Section>
  );
}

function withDeclining({ allowDeclining: _, ...rest }: Definition, isAllowed: boolean): Definition {
  const definition = { ...rest, pages: rest.pages };
  return isAllowed ? definition : { ...definition, allowDeclining: false };
}
