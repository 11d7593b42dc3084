import { Big } from 'big.js';

/** The sum of amounts as the models have them. */
export const sumOf = (amounts: readonly number[]): Big => amounts.reduce((sum, amount) => sum.plus(amount), new Big(0));
