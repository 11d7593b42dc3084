import type { Mark } from '../provider.ts';

/** Bitbucket in simple-icons 16.37.0 (CC0). */
export default {
    color: '#0052cc',
    path: 'M.778 1.213a.768.768 0 00-.768.892l3.263 19.81c.084.5.515.868 1.022.873H19.95a.772.772 0 00.77-.646l3.27-20.03a.768.768 0 00-.768-.891zM14.52 15.53H9.522L8.17 8.466h7.561z'
} satisfies Mark;
