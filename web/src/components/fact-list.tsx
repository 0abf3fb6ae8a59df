import type { ReactNode } from 'react';
import classes from './fact-list.module.css';

export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
}

/** A list of names and values: a column of pairs, which wraps into two or three where there is room. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={classes['facts']}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
