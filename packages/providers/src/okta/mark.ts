import type { Mark } from '../provider.ts';

/** Okta in simple-icons 16.37.0 (CC0). */
export default {
    color: '#007dc1',
    path: 'M12 0C5.389 0 0 5.35 0 12s5.35 12 12 12 12-5.35 12-12S18.611 0 12 0zm0 18c-3.325 0-6-2.675-6-6s2.675-6 6-6 6 2.675 6 6-2.675 6-6 6z'
} satisfies Mark;
