import { Anchor, List, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import type { ExportItem } from '#exports/app-types.ts';
import { charactersText } from '#web/components/characters-text.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { StateBadge } from '#web/components/state-badge.tsx';
import { useTranslation } from '#web/texts/texts.ts';

const SHOWN_PROBLEMS = 20;
const PROBLEMS_FILE = 'problems.csv';

/** Returns whether a file holds forms; the other one lists those that have a problem. */
export const isResult = ({ name }: ExportItem['files'][number]): boolean => name !== PROBLEMS_FILE;

function Reason({ problem }: { readonly problem: ExportItem['problems'][number] }) {
  const { t } = useTranslation();
  const { reason, text, characters } = problem;
  if (characters !== undefined) {
    return t('exports.missingCharacters', { characters: charactersText(characters) });
  }
  return reason ? t(`exports.reasons.${reason}`) : <span lang="en">{text}</span>;
}

interface ProblemsButtonProps {
  readonly item: ExportItem;
  readonly name: string;
}

/** Shows the number of forms with a problem, and opens a list of them with the reasons. */
export function ProblemsButton({ item, name }: ProblemsButtonProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { problems, problemCount, files } = item;
  const list = files.find((file) => !isResult(file));
  return (
    <>
      <UnstyledButton
        aria-label={t('exports.viewProblems', { count: problemCount, name })}
        onClick={() => setOpen(true)}
      >
        <StateBadge tone="amber" icon={IconAlertTriangle}>
          {t('exports.problems', { count: problemCount })}
        </StateBadge>
      </UnstyledButton>
      {isOpen && (
        <Dialog title={t('exports.problemsOf', { name })} onClose={() => setOpen(false)}>
          <Stack gap="sm">
            <Text>{t('exports.problemsLead')}</Text>
            <List>
              {problems.slice(0, SHOWN_PROBLEMS).map((problem) => (
                <List.Item key={`${problem.formId} ${problem.text}`} className="wrap-anywhere">
                  {problem.form}: <Reason problem={problem} />
                </List.Item>
              ))}
            </List>
            {list !== undefined && (
              <>
                {problemCount > SHOWN_PROBLEMS && <Text>{t('exports.moreProblems')}</Text>}
                <Anchor href={list.url} download w="fit-content">
                  {t('exports.download', { name: list.name })}
                </Anchor>
              </>
            )}
          </Stack>
        </Dialog>
      )}
    </>
  );
}
