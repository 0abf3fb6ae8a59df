import type { Brand } from '#administration/app-types.ts';
import classes from './logo.module.css';

interface LogoProps {
  readonly logo: NonNullable<Brand['logo']>;
  /** Of the organisation. */
  readonly name: string;
}

/** The logo of an organisation, in place of its name. Its size is known before it arrives, so that nothing moves. */
export function Logo({ logo: { url, width, height }, name }: LogoProps) {
  return <img src={url} alt={name} width={width} height={height} className={classes['logo']} />;
}
