import type { Migration } from '#db/migrate.ts';

/** What else deleted people were known as is sealed from now on; what was kept in clear for some hours goes. */
export const sealedNames: Migration = {
  name: '20261123-sealed-names',
  async up(tx) {
    await tx.updateTable('former_users').set({ known_as: null }).execute();
  },
};
