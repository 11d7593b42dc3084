import type { Mark } from '../provider.ts';

/** Razorpay in simple-icons 16.37.0 (CC0). */
export default {
    color: '#0c2451',
    path: 'M22.436 0l-11.91 7.773-1.174 4.276 6.625-4.297L11.65 24h4.391l6.395-24zM14.26 10.098L3.389 17.166 1.564 24h9.008l3.688-13.902Z'
} satisfies Mark;
