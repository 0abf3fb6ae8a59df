import { Type } from 'typebox';
import type { FormsDeps } from '#form-basics/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { checkQueryLength, pageHeaders } from '#http/v2/page-links.ts';
import { openPosition, type PagePositionContext, sealPosition } from '#http/v2/page-position.ts';
import { badParameter, DEFAULT_PAGE_SIZE, readParameters } from '#http/v2/parameters.ts';
import { PAGE_HEADERS, PAGE_PARAMETERS, replyWith } from '#http/v2/v2-reply.ts';
import { fold, MAX_KEY_LENGTH } from '#kernel/text.ts';
import { subjectsOf } from '#templates/rights/rights-of.ts';
import { TemplateItem, toTemplateItem } from './template-item.ts';
import { countTemplates, listTemplateRows, type TemplateStart } from './template-list.store.ts';

const QUERY = Type.Object({
  ...PAGE_PARAMETERS,
  name: Type.Optional(
    Type.String({
      description: 'Only templates whose name starts with this text, in any letter case.',
    }),
  ),
});

/** GET /v2/templates: returns the templates that the acting user may know, by name. */
export const listTemplates = ({ db, directory, seal, publicUrl }: FormsDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/v2/templates',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'forms.read' },
    doc: {
      summary: 'List templates',
      tag: 'Templates',
      description: [
        'Sorted by name, then by id. Lists the templates on which the acting user has a right: published',
        'ones, archived ones to those who see answers of others, and all to those who manage them. Admins',
        'see all templates, including drafts and archived ones.',
        'Parameter names may have any letter case. Unknown parameters are an error.',
      ].join('\n'),
      query: QUERY,
      responses: {
        200: {
          description: 'A bare array.',
          schema: Type.Array(TemplateItem),
          headers: PAGE_HEADERS,
        },
        304: 'not modified',
        400: 'wrong parameter',
      },
    },
    async handle(request) {
      const asked = readParameters(QUERY, request.query);
      const { pageNumber = 1, pageSize = DEFAULT_PAGE_SIZE, name = '', after } = asked;
      checkQueryLength(request.query);
      const { principal } = request;
      const { accountId, userId, role } = principal;
      const namePrefix = fold(name);
      if (namePrefix.length > MAX_KEY_LENGTH) {
        throw badParameter('name', `this must have at most ${MAX_KEY_LENGTH} characters.`, {
          reason: 'too-long',
          limit: MAX_KEY_LENGTH,
        });
      }
      const contextAt = (page: number): PagePositionContext => ({
        list: 'templates',
        accountId,
        userId,
        pageNumber: page,
        terms: [pageSize, namePrefix],
      });
      const start: TemplateStart =
        after === undefined
          ? { offset: (pageNumber - 1) * pageSize }
          : { after: startAfter(openPosition(seal, contextAt(pageNumber), after)) };
      const selection = {
        accountId,
        viewer: { role, subjects: await subjectsOf(db.reader, directory, principal) },
        namePrefix: namePrefix === '' ? undefined : namePrefix,
      };
      const total = await countTemplates(db, selection);
      const rows = await listTemplateRows(db.reader, selection, start, pageSize + 1);
      const page = rows.slice(0, pageSize);
      const last = rows.length > pageSize ? page.at(-1) : undefined;
      const next = last && sealPosition(seal, contextAt(pageNumber + 1), [last.name_key, last.id]);
      const base = publicUrl();
      return replyWith(
        request,
        page.map((row) => toTemplateItem(row, base)),
        pageHeaders(`${base}/v2/templates`, request.query, { pageNumber, pageSize, total, next }),
      );
    },
  });

const startAfter = ([nameKey, id]: readonly [string | number, string]) =>
  [String(nameKey), id] as const;
