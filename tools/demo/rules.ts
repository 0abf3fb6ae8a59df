// What happens by itself in the demo organisation: equipment that is not safe becomes work for the workshop.
import type { FormActor } from '#form-basics/form.ts';
import { createRule } from '#rules/save-rule.ts';
import type { Services } from '#services.ts';

/** The ids of templates and a group. */
interface Named {
  readonly repairs: string;
  readonly orders: string;
  readonly workshop: string;
}

export async function addRule(
  services: Services,
  by: FormActor,
  { repairs, orders, workshop }: Named,
): Promise<void> {
  const to = { type: 'Group', id: workshop } as const;
  await createRule(services)(by, repairs, {
    name: 'Not safe to use',
    trigger: 'completed',
    became: undefined,
    schedule: undefined,
    condition: '{safe} = false',
    isOn: true,
    actions: [
      { type: 'tell', to: [to], fields: ['equipment', 'assetNumber', 'fault'], pdf: true },
      {
        ...{ type: 'assign', templateId: orders, to, mode: 'shared', dueInDays: 3 },
        instructions: 'Nobody may use it before it is repaired.',
        carry: [{ from: 'fault', to: 'task' }],
      },
    ],
  });
}
