import type { z } from 'zod';
import type { CreditMemo } from '../models/credit-memo.ts';
import { toAmount } from './convert.ts';
import type { CustomFieldMapping } from './entity.ts';
import type { creditMemoGuard } from './guards.ts';
import { toSalesDocument } from './map-sales-document.ts';

export const toCreditMemo = (memo: z.output<typeof creditMemoGuard>, customFields: CustomFieldMapping): z.input<typeof CreditMemo> => ({
    ...toSalesDocument(memo, customFields),
    remaining_credit: toAmount(memo.RemainingCredit) ?? 0
});
