import type { AppFormsDeps } from '#forms/index.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { deleteView } from './app/delete-view.ts';
import { getViews } from './app/get-views.ts';
import { patchView } from './app/patch-view.ts';
import { postView } from './app/post-view.ts';
import type { ViewsDeps } from './write-view.ts';

/** Saved views: lists with their filters and their order, under a name, one's own or shared. */
export const viewsEndpoints = (deps: AppFormsDeps & ViewsDeps): readonly Endpoint[] => [
  getViews(deps),
  postView(deps),
  patchView(deps),
  deleteView(deps),
];
