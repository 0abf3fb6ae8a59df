import { Button, Group, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { createTemplate } from '#web/api/template-design.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { Problem } from '#web/components/problem.tsx';
import { useAct } from '#web/components/use-act.ts';
import { inLanguage } from '#web/gallery/in-language.ts';
import type { GalleryTemplate } from '#web/gallery/parts.ts';
import { SurveyView } from '#web/survey/survey-view.tsx';
import { useTranslation } from '#web/texts/texts.ts';

interface GalleryDialogProps {
  readonly template: GalleryTemplate;
  readonly onClose: () => void;
}

/** Shows an example as people fill it in, and makes a template of it. */
export function GalleryDialog({ template, onClose }: GalleryDialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { definition } = template;
  const use = useAct(
    () =>
      createTemplate({
        name: inLanguage(template.name),
        description: inLanguage(template.description),
        definition,
      }),
    ({ id }) => navigate({ to: '/templates/$id', params: { id } }),
  );
  return (
    <Dialog title={inLanguage(template.name)} size="xl" onClose={onClose}>
      <Stack>
        <Group justify="space-between" align="start">
          <Text flex="1 1 16rem">{inLanguage(template.description)}</Text>
          <Button loading={use.isRunning} data-autofocus onClick={() => use.run(undefined)}>
            {t('templates.use')}
          </Button>
        </Group>
        {use.problem && <Problem error={use.problem} />}
        <SurveyView definition={definition} />
      </Stack>
    </Dialog>
  );
}
