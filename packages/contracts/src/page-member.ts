/** By it a page of the dashboard says by which member it was opened, as their id. */
export const pageMemberHeader = 'patchbay-member';
