// The messages between the service and the process that draws documents. What the process says is as trustworthy as the
// paper and the pictures that it reads.
import { Type } from 'typebox';
import { Check } from 'typebox/schema';
import type { ShownAnswer } from '#questionnaires/reading/shown-answer.ts';
import type { AnnexEntry, DrawnDocument, FilledDocument } from './filled-document.ts';

/** A document to draw, or the bytes that were requested. */
export type DocumentOrder =
  | { readonly document: FilledDocument }
  | { readonly bytes: Uint8Array | undefined };

export type DocumentMessage =
  /** Files are requested: of the form, of the organisation, or the base, which has no id. */
  | { readonly wanted: string; readonly of: 'images' | 'fonts' | 'base' }
  /** A PDF of these answers is requested. */
  | { readonly annex: readonly AnnexEntry[] }
  | { readonly bytes: Uint8Array; readonly drawn: DrawnDocument }
  | { readonly error: string };

const Request = Type.Object({
  wanted: Type.String(),
  of: Type.Union([Type.Literal('images'), Type.Literal('fonts'), Type.Literal('base')]),
});
const Answer = Type.Object({
  name: Type.String(),
  title: Type.String(),
  type: Type.String(),
  section: Type.Array(Type.String()),
  state: Type.Literal('answered'),
  displayValue: Type.String(),
});
const Annex = Type.Array(
  Type.Object({
    number: Type.Integer({ minimum: 1 }),
    question: Type.Optional(Type.String()),
    why: Type.Union([Type.Literal('too-long'), Type.Literal('too-many'), Type.Literal('no-box')]),
    answer: Type.Unsafe<ShownAnswer>(Answer),
  }),
);
const Drawn = Type.Object({
  shrunk: Type.Array(Type.Object({ box: Type.String(), size: Type.Number() })),
  annexed: Annex,
  unprintable: Type.Array(Type.Integer({ minimum: 0, maximum: 0x10ffff })),
});
const AnnexRequest = Type.Object({ annex: Annex });
const Done = Type.Object({ drawn: Drawn });
const Failure = Type.Object({ error: Type.String() });

export function parseMessage(message: unknown): DocumentMessage {
  if (Check(Request, message) || Check(AnnexRequest, message) || Check(Failure, message))
    return message;
  if (Check(Done, message) && 'bytes' in message && message.bytes instanceof Uint8Array) {
    return { bytes: message.bytes, drawn: message.drawn };
  }
  return { error: 'the drawing said what nobody understands' };
}
