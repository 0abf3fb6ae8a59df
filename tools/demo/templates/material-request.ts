import { dayOf, type Sample } from '../sample.ts';
import { SITES, YARD } from '../sites.ts';

const MATERIALS = [
  { material: 'Ready-mixed mortar', unit: 'bag' },
  { material: 'Reinforcing bar 16 mm', unit: 'bar' },
  { material: 'Formwork board', unit: 'sheet' },
  { material: 'Diesel', unit: 'litre' },
  { material: 'Welding wire', unit: 'kg' },
  { material: 'Traffic cone', unit: 'piece' },
  { material: 'Work gloves', unit: 'pair' },
] as const;

/** Material that a crew or the workshop needs from the stores. */
export const materialRequest: Sample = {
  name: 'Material request',
  description: 'Material from the stores: what, how much, where to and by when.',
  namePattern: 'Material request {number}',
  openTo: ['Field crews', 'Workshop', 'Stores'],
  count: 400,
  onSite: false,
  definition: {
    title: 'Material request',
    pages: [
      {
        name: 'request',
        elements: [
          {
            type: 'dropdown',
            name: 'deliverTo',
            title: 'Deliver to',
            isRequired: true,
            choices: [...SITES, YARD].map(({ name }) => name),
          },
          {
            type: 'text',
            name: 'neededBy',
            title: 'Needed by',
            inputType: 'date',
            isRequired: true,
          },
          {
            type: 'matrixdynamic',
            name: 'items',
            title: 'Material',
            minRowCount: 1,
            columns: [
              {
                name: 'material',
                title: 'Material',
                cellType: 'dropdown',
                isRequired: true,
                choices: MATERIALS.map(({ material }) => material),
              },
              { name: 'amount', title: 'Amount', cellType: 'text', inputType: 'number' },
              { name: 'unit', title: 'Unit', cellType: 'text' },
            ],
          },
          { type: 'text', name: 'costCentre', title: 'Cost centre' },
          { type: 'comment', name: 'note', title: 'Note for the stores' },
        ],
      },
    ],
  },
  answer({ dice, at, site }) {
    const items = dice.shuffle(MATERIALS).slice(0, dice.int(1, 4));
    return {
      deliverTo: site.name,
      neededBy: dayOf(at, dice.int(1, 6)),
      items: items.map((item) => ({ ...item, amount: dice.int(1, 60) })),
      costCentre: String(dice.int(41, 47) * 100),
      ...(dice.chance(0.3) && { note: 'Call before you drive: the gate is locked after four.' }),
    };
  },
};
