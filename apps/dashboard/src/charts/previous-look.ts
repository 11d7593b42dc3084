/** Thinner and fainter than what the period before is compared with, and of another pattern. */
export const previousLook = { stroke: 'var(--text)', strokeWidth: 1.5, strokeDasharray: '0.5 3', strokeLinecap: 'round' } as const;
