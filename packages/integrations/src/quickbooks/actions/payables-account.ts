import { ActionError } from '@patchbay/functions';
import { parseResponse } from '../../parse-response.ts';
import type { Writer } from '../entity.ts';
import { objectGuard } from '../guards.ts';
import { quote, select } from '../query.ts';
import type { CreatePurchaseOrder } from '../../models/purchase-order.ts';

/** QuickBooks wants to know the account of payables; a company normally has one. */
export const withPayablesAccount: NonNullable<Writer<typeof CreatePurchaseOrder>['complete']> = async (body, company) => {
    if (body['APAccountRef']) return body;
    const where = [`AccountType = ${quote('Accounts Payable')}`];
    const { objects } = await company.query('Account', select({ columns: '*', entity: 'Account', where, max: 1 }));
    if (objects.length === 0)
        throw new ActionError({
            code: 'missing_payables_account',
            message: 'The company has no account of payables. Name one in ap_account_ref.',
            status: 400
        });
    return { ...body, APAccountRef: { value: parseResponse(objectGuard, objects[0]?.object).Id } };
};
