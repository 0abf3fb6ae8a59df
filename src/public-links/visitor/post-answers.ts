import { receiptOf } from '#form-basics/index.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { linkEndpointWithBody } from '#public-links/link-endpoint.ts';
import { sendForm } from '#public-links/send-form.ts';
import { LinkAnswers, LinkReceipt } from '#public-links/visitor.shapes.ts';
import type { VisitorDeps } from '#public-links/visitor-deps.ts';

/** POST /link/v1/answers: sends the form of a public link. Sent again, the answer is the same and no form is added. */
export const postAnswers = (deps: VisitorDeps): Endpoint =>
  linkEndpointWithBody({
    method: 'POST',
    path: '/link/v1/answers',
    body: LinkAnswers,
    // Room for answers of 1 MiB and the members around them.
    maxBodyBytes: 1_310_720,
    doc: {
      summary: 'Send the form of a public link',
      tag: 'Public links',
      responses: {
        200: { description: 'The form had been sent already.', schema: LinkReceipt },
        201: { description: 'The form is complete.', schema: LinkReceipt },
        403: { description: 'The proof of work is missing, wrong or used; or the link is paused.' },
        409: { description: 'This browser has already sent a form by the link.' },
        410: 'link ended',
        422: { description: 'Answers are missing or not valid. `faults` lists each position.' },
        429: {
          description:
            'The address, its site or the link has reached its limit of forms, or of bytes in a day (`answers-of-day-full`). `reason` says which, and `endsAt` or `Retry-After` until when.',
        },
        507: {
          description:
            'The account has reached its limit of forms (`forms-full`) or of answers (`answers-full`).',
        },
      },
    },
    async handle({ principal, body: { answers, locale, proof }, ip }) {
      const sent = await sendForm(deps, principal, { answers, locale, proof, ip });
      const { thankYou } = sent.link;
      const body: LinkReceipt = {
        receipt: receiptOf(sent.formId),
        ...(thankYou !== undefined && { thankYou }),
      };
      return { status: sent.created ? 201 : 200, body };
    },
  });
