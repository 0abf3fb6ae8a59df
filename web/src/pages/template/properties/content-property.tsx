import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useRef } from 'react';
import { MAX_CONTENT_LENGTH, refusedLink } from '#questionnaires/definition/rich-text.ts';
import { type Field, type Path, wordsOf, writeWords } from '#web/builder/definition.ts';
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
import { useProperty } from '#web/pages/template/inputs/properties.tsx';
import { useTranslation } from '#web/texts/texts.ts';

interface ContentPropertyProps {
  readonly path: Path;
  readonly field: Field;
}

/** Edits an instruction text. Its buttons insert the marks for bold words, lists and links, which rich-text.ts reads. */
export function ContentProperty({ path, field }: ContentPropertyProps) {
  const { t } = useTranslation();
  const { definition } = useBuilder();
  const set = useProperty(path, 'content');
  const { content } = field;
  const text = wordsOf(content);
  const input = useRef<HTMLTextAreaElement>(null);
  const write = (changed: string) => set(writeWords(content, changed, definition) ?? '');
  const refused = refusedLink(text);
  /** Puts marks around the selected text, or around a sample that is then selected. */
  const mark = (before: string, sample: string, after: string) => {
    const { selectionStart: start = text.length, selectionEnd: end = start } = input.current ?? {};
    const marked = text.slice(start, end) || sample;
    write(text.slice(0, start) + before + marked + after + text.slice(end));
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(
        start + before.length,
        start + before.length + marked.length,
      );
    });
  };
  const isAtLineStart = () => {
    const { selectionStart: start = text.length } = input.current ?? {};
    return start === 0 || text.charAt(start - 1) === '\n';
  };
  const buttons = [
    {
      label: t('fields.content.bold'),
      insert: () => mark('**', t('fields.content.boldSample'), '**'),
    },
    {
      label: t('fields.content.list'),
      insert: () => mark(isAtLineStart() ? '- ' : '\n- ', '', ''),
    },
    {
      label: t('fields.content.link'),
      insert: () => mark('[', t('fields.content.linkSample'), '](https://)'),
    },
  ];
  return (
    <Stack gap={6}>
      <Textarea
        ref={input}
        label={t('fields.content.title')}
        description={t('fields.content.hint')}
        autosize
        minRows={3}
        maxLength={MAX_CONTENT_LENGTH}
        value={text}
        error={refused && t('builder.faults.needsLink', { link: refused })}
        onChange={({ currentTarget }) => write(currentTarget.value)}
      />
      <Group gap="xs">
        {buttons.map(({ label, insert }) => (
          <Button key={label} size="xs" variant="default" onClick={insert}>
            {label}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}
