import type { Mark } from '../provider.ts';

/** Anthropic in simple-icons 16.37.0 (CC0). */
export default {
    color: '#191919',
    path: 'M17.3041 3.541h-3.6718l6.696 16.918H24Zm-10.6082 0L0 20.459h3.7442l1.3693-3.5527h7.0052l1.3693 3.5528h3.7442L10.5363 3.5409Zm-.3712 10.2232 2.2914-5.9456 2.2914 5.9456Z'
} satisfies Mark;
