import { z } from 'zod';
import { amount, updateShape } from './accounting-parts.ts';
import { CreateSalesDocument, salesDocumentShape } from './sales-document.ts';

/** What a customer has to their credit. */
export const CreditMemo = z.object({
    ...salesDocumentShape,
    remaining_credit: amount.describe('Credit that is not used yet, in the currency.')
});

export const CreateCreditMemo = CreateSalesDocument;

export const UpdateCreditMemo = CreateCreditMemo.partial().extend(updateShape);
