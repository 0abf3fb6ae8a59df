import { useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CSSProperties, ReactNode } from 'react';
import { SHADE_OF, shadesOf } from '#brand/accent.ts';
import { templateBrandQuery } from '#web/api/template-brand.ts';
import { TemplateOfForm } from '#web/kinds/template-of-form.ts';
import classes from './form-brand.module.css';
import { FormBrandContext } from './form-brand-context.ts';

interface FormBrandProps {
  readonly templateId: string;
  readonly children: ReactNode;
}

/**
 * Shows a form with the logo, the colour and the columns of its template. Without a network it has those of the
 * organisation, unless it was opened before.
 */
export function FormBrand({ templateId, children }: FormBrandProps) {
  const scheme = useComputedColorScheme('light');
  const { data: brand } = useQuery({ ...templateBrandQuery(templateId), retry: false });
  const shades = brand?.accent === undefined ? undefined : shadesOf(brand.accent);
  const { button, link } = SHADE_OF[scheme];
  const style: CSSProperties & Record<`--${string}`, string | undefined> = shades
    ? {
        '--mantine-primary-color-filled': shades[button],
        '--mantine-primary-color-filled-hover': shades[button + 1],
        '--form-accent': shades[link],
      }
    : {};
  return (
    <FormBrandContext value={{ columns: brand?.columns ?? 1 }}>
      <div style={style}>
        {brand?.logo && (
          // Decoration: the name of the form says what it is.
          <div className={classes['ground']}>
            <img src={brand.logo.url} alt="" width={brand.logo.width} height={brand.logo.height} />
          </div>
        )}
        <TemplateOfForm value={templateId}>{children}</TemplateOfForm>
      </div>
    </FormBrandContext>
  );
}
