import type { Dice } from '../dice.ts';
import { displayName, everybodyIn } from '../people.ts';
import { dayOf, money, type Sample } from '../sample.ts';
import { SITES } from '../sites.ts';

const PARTS = [
  { part: 'Elastomeric bearing 300 × 400', unitPrice: 412.5 },
  { part: 'Expansion joint seal, per metre', unitPrice: 38.9 },
  { part: 'Anchor bolt M24, galvanised', unitPrice: 7.35 },
  { part: 'Epoxy mortar, 25 kg', unitPrice: 46 },
  { part: 'Drain grating, cast iron', unitPrice: 128.4 },
  { part: 'Parapet post, aluminium', unitPrice: 214.75 },
  { part: 'LED deck light', unitPrice: 63.2 },
] as const;

const JOBS = [
  'Replace the joint seal on the downstream side',
  'Tighten and torque the bearing anchor bolts',
  'Clear the deck drains and refit the gratings',
  'Patch spalled concrete at the abutment',
  'Replace two parapet posts after a collision',
  'Exchange failed deck lights',
  'Jack the deck and exchange the bearing',
] as const;

const RESULTS = [
  'Done as ordered. Traffic was led past on one lane for two hours.',
  'Done. The neighbouring seal is worn too; see the photographs.',
  'Done. Torque checked a second time after the deck had warmed up.',
  'Done in the rain, mortar kept under cover. Look at it again in two weeks.',
] as const;

/** A job: where it is, who does it, and which parts it needs. */
export const workOrder: Sample = {
  name: 'Work order',
  description: 'A job for a crew: what is to be done, the hours it took and the parts it needed.',
  namePattern: 'Work order {number}',
  openTo: ['Office', 'Field crews'],
  count: 1040,
  onSite: true,
  definition: {
    title: 'Work order',
    pages: [
      {
        name: 'job',
        title: 'The job',
        elements: [
          {
            type: 'dropdown',
            name: 'site',
            title: 'Site',
            isRequired: true,
            choices: SITES.map(({ name }) => name),
          },
          { type: 'comment', name: 'task', title: 'What is to be done', isRequired: true },
          {
            type: 'radiogroup',
            name: 'priority',
            title: 'Priority',
            choices: ['low', 'normal', 'urgent'],
            defaultValue: 'normal',
          },
          { type: 'text', name: 'dueOn', title: 'Due on', inputType: 'date', isRequired: true },
        ],
      },
      {
        name: 'work',
        title: 'The work',
        elements: [
          { type: 'text', name: 'hours', title: 'Hours of work', inputType: 'number', min: 0 },
          {
            type: 'matrixdynamic',
            name: 'parts',
            title: 'Parts used',
            rowCount: 0,
            columns: [
              {
                name: 'part',
                title: 'Part',
                cellType: 'dropdown',
                choices: PARTS.map(({ part }) => part),
              },
              { name: 'quantity', title: 'Quantity', cellType: 'text', inputType: 'number' },
              { name: 'unitPrice', title: 'Price each (£)', cellType: 'text', inputType: 'number' },
              {
                name: 'price',
                title: 'Price (£)',
                cellType: 'expression',
                expression: '{row.quantity} * {row.unitPrice}',
              },
            ],
          },
          {
            type: 'expression',
            name: 'partsTotal',
            title: 'Parts in total (£)',
            expression: "sumInArray({parts}, 'price')",
          },
          { type: 'comment', name: 'result', title: 'What was done', isRequired: true },
          { type: 'boolean', name: 'followUp', title: 'Another visit is needed' },
          {
            type: 'comment',
            name: 'followUpReason',
            title: 'Why',
            visibleIf: '{followUp} = true',
            isRequired: true,
          },
          { type: 'text', name: 'doneBy', title: 'Done by', isRequired: true },
        ],
      },
    ],
  },
  answer({ dice, at, site }) {
    const parts = pickParts(dice);
    const followUp = dice.chance(0.15);
    return {
      site: site.name,
      task: dice.pick(JOBS),
      priority: dice.pick(['low', 'normal', 'normal', 'urgent']),
      dueOn: dayOf(at, dice.int(1, 9)),
      hours: dice.int(2, 18) / 2,
      parts,
      partsTotal: money(parts.reduce((sum, { price }) => sum + price, 0)),
      result: dice.pick(RESULTS),
      followUp,
      ...(followUp && { followUpReason: 'The steel underneath needs an inspection by day.' }),
      doneBy: displayName(dice.pick(everybodyIn('Field crews'))),
    };
  },
};

function pickParts(dice: Dice) {
  const picked = dice.shuffle(PARTS).slice(0, dice.int(0, 3));
  return picked.map(({ part, unitPrice }) => {
    const quantity = dice.int(1, 12);
    return { part, quantity, unitPrice, price: money(quantity * unitPrice) };
  });
}
