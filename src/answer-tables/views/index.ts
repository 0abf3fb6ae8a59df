import type { AppFormsDeps } from '#forms/index.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { deleteView } from './operations/delete-view.ts';
import { getViews } from './operations/get-views.ts';
import { patchView } from './operations/patch-view.ts';
import { postView } from './operations/post-view.ts';
import type { ViewsDeps } from './write-view.ts';

/** Saved views: lists with their filters and their order, under a name, one's own or shared. */
export const viewsEndpoints = (deps: AppFormsDeps & ViewsDeps): readonly Endpoint[] => [
  ...getViews(deps),
  ...postView(deps),
  ...patchView(deps),
  ...deleteView(deps),
];
