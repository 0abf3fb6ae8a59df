import { Fragment } from 'react';
import classes from './api-docs.module.css';

/** Shows the little CommonMark that the document has: paragraphs, code, links and tables. */
export function Prose({ text }: { readonly text: string }) {
  const blocks = text.split(/\n{2,}/).filter((block) => block.trim() !== '');
  return (
    <div lang="en">
      {blocks.map((block) =>
        block.startsWith('|') ? (
          <ProseTable key={block} lines={block.split('\n')} />
        ) : (
          <p key={block} className={classes['paragraph']}>
            <Inline text={block} />
          </p>
        ),
      )}
    </div>
  );
}

/** Shows one line of text with its code. */
export function Inline({ text }: { readonly text: string }) {
  return keyed(text.split(/(`[^`]+`)/)).map(([key, part]) =>
    part.startsWith('`') && part.length > 2 ? (
      <code key={key} className={classes['code']}>
        {part.slice(1, -1)}
      </code>
    ) : (
      <Fragment key={key}>{part}</Fragment>
    ),
  );
}

/** Returns texts with keys of their own, also for equal ones. */
const keyed = (parts: readonly string[]) =>
  parts.map((part, index) => [`${index} ${part}`, part] as const);

const cellsOf = (line: string): readonly string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

function ProseTable({ lines }: { readonly lines: readonly string[] }) {
  const [head = '', , ...rows] = lines;
  return (
    <table className={classes['table']}>
      <thead>
        <tr>
          {cellsOf(head).map((cell) => (
            <th key={cell} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row}>
            {keyed(cellsOf(row)).map(([key, cell]) => (
              <td key={key}>
                <Inline text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
