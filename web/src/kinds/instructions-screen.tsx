import { type ReactNode, useSyncExternalStore } from 'react';
import { isPicture } from '#questionnaires/definition/picture.ts';
import { type Block, type Run, readRichText } from '#questionnaires/definition/rich-text.ts';
import type { StaticPart } from '#questionnaires/engine/static-parts.ts';
import { keyOfPlace } from '#web/builder/key-of-place.ts';
import type { ScreenProps } from './later.tsx';

/** A heading or an instruction text in a form. Its text is made into elements here, and never read as HTML. */
export function StaticScreen({ question }: ScreenProps<StaticPart>) {
  // The language of the form, and answers in its title, change while it is shown.
  useSyncExternalStore(
    (listener) => {
      const key = `static-${question.uniqueId}`;
      question.registerFunctionOnPropertyValueChanged('locale', listener, key);
      return () => question.unRegisterFunctionOnPropertyValueChanged('locale', key);
    },
    () =>
      `${question.processedTitle} ${question.content} ${question.getLocalizableStringText('pictureText')}`,
  );
  const { content, description, picture } = question;
  const pictureText = question.getLocalizableStringText('pictureText');
  const title = question.title === question.name ? '' : question.processedTitle;
  const blocks = readRichText(content);
  return (
    <div className="static-part" data-static={question.getType()}>
      {title !== '' && <h2>{title}</h2>}
      {blocks.map((block, i) => (
        <BlockView key={keyOfPlace(i)} block={block} />
      ))}
      {isPicture(picture) && <img src={picture} alt={pictureText} />}
      {description !== '' && <p className="static-description">{description}</p>}
    </div>
  );
}

function BlockView({ block }: { readonly block: Block }) {
  if (block.kind === 'paragraph') return <p>{runsOf(block.runs)}</p>;
  return (
    <ul>
      {block.items.map((item, i) => (
        <li key={keyOfPlace(i)}>{runsOf(item)}</li>
      ))}
    </ul>
  );
}

const runsOf = (runs: readonly Run[]): readonly ReactNode[] =>
  runs.map(({ text, isBold, href }, i) => {
    const key = keyOfPlace(i);
    if (href !== undefined) {
      return (
        <a key={key} href={href} target="_blank" rel="noopener noreferrer">
          {text}
        </a>
      );
    }
    return isBold ? <strong key={key}>{text}</strong> : text;
  });
