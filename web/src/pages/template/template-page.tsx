import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { use, useState } from 'react';
import { queryClient } from '#web/api/query-client.ts';
import { templateQuery } from '#web/api/template-queries.ts';
import { BuilderPage } from './builder-page.tsx';
import { MemberPage } from './member-page.tsx';
import { leftSaver } from './saving/left-savers.ts';

const route = getRouteApi('/signed-in/templates/$id');

/** The screen of a template: those who manage it edit it, others look at it and create forms. */
export function TemplatePage() {
  const { id } = route.useParams();
  return <Opened key={id} id={id} />;
}

function Opened({ id }: { readonly id: string }) {
  const [left] = useState(() => leftSaver(id));
  if (left !== undefined) use(left);
  const { data: template } = useSuspenseQuery(templateQuery(id));
  const [round, setRound] = useState(0);
  if (!template.may.manage) return <MemberPage template={template} />;
  const reload = async () => {
    await queryClient.fetchQuery({ ...templateQuery(id), staleTime: 0 });
    setRound((before) => before + 1);
  };
  return <BuilderPage key={round} template={template} onReload={() => void reload()} />;
}
