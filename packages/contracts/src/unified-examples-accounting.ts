import { ledgerExamples } from './unified-examples-ledger.ts';
import { purchaseExamples } from './unified-examples-purchases.ts';
import { salesExamples } from './unified-examples-sales.ts';

/** One of each model, and what creates and updates it. */
export const accountingExamples = { ...ledgerExamples, ...purchaseExamples, ...salesExamples };
