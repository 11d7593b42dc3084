import { type ModelExample, refsExample, versionExample } from './unified-example.ts';

const { bank, expense, payable } = refsExample;

const Account: ModelExample<'Account'> = {
    record: {
        ...versionExample,
        id: expense.value,
        name: expense.name,
        fully_qualified_name: `Costs:${expense.name}`,
        account_type: 'Cost of Goods Sold',
        account_sub_type: 'SuppliesMaterialsCogs',
        classification: 'Expense',
        current_balance_cents: 482_350,
        current_balance_with_sub_accounts_cents: 482_350,
        active: true,
        description: 'Flour, butter and the like',
        acct_num: '6010',
        sub_account: true,
        parent_ref: { value: '6', name: 'Costs' },
        tax_code_ref: null
    },
    create: { name: 'Ingredients', account_type: 'Cost of Goods Sold', acct_num: '6010' },
    update: { description: 'Flour, butter and the like' }
};

const Item: ModelExample<'Item'> = {
    record: {
        ...versionExample,
        id: '27',
        name: 'Sourdough, 1 kg',
        sku: 'SD-1000',
        fully_qualified_name: 'Sourdough, 1 kg',
        active: true,
        type: 'NonInventory',
        description: 'Sourdough bread, baked daily',
        purchase_description: null,
        unit_price_cents: 640,
        purchase_cost_cents: 0,
        qty_on_hand: null,
        inv_start_date: null,
        track_qty_on_hand: false,
        track_qty_onHand: false,
        taxable: true,
        income_account_ref: { value: '79', name: 'Sales of bread' },
        expense_account_ref: null,
        asset_account_ref: null,
        parent_ref: null
    },
    create: { name: 'Sourdough, 1 kg', sku: 'SD-1000', type: 'NonInventory', unit_price_cents: 640, income_account_ref: { value: '79' } },
    update: { unit_price_cents: 660 }
};

const JournalEntry: ModelExample<'JournalEntry'> = {
    record: {
        ...versionExample,
        id: '301',
        date: '2026-01-31',
        doc_number: 'JE-14',
        note: 'Stock taken at the end of January',
        adjustment: true,
        exchange_rate: null,
        total_amount: 120.5,
        lines: [
            journalLine('0', { account: expense, posting_type: 'Debit' }),
            journalLine('1', { account: payable, posting_type: 'Credit' })
        ]
    },
    create: {
        date: '2026-01-31',
        note: 'Stock taken at the end of January',
        line_items: [
            { amount: 120.5, journal_entry_line_detail: { posting_type: 'Debit', account_ref: { value: expense.value } } },
            { amount: 120.5, journal_entry_line_detail: { posting_type: 'Credit', account_ref: { value: payable.value } } }
        ]
    },
    update: { note: 'Stock taken on 31 January' }
};

function journalLine(id: string, { account, posting_type }: { account: { value: string; name: string }; posting_type: string }) {
    return {
        id,
        type: 'JournalEntryLineDetail',
        account_id: account.value,
        account_name: account.name,
        net_amount: 120.5,
        posting_type,
        description: null,
        entity_type: null,
        entity_type_id: null,
        entity_type_name: null,
        department_id: null,
        department_name: null,
        class_id: null,
        class_name: null,
        tax_code: null
    };
}

const Deposit: ModelExample<'Deposit'> = {
    record: {
        ...versionExample,
        id: '212',
        account_id: bank.value,
        account_name: bank.name,
        txn_date: '2026-01-19',
        total_amount: 128.4,
        private_note: null,
        exchange_rate: null,
        cash_back: null,
        lines: [
            {
                id: '1',
                amount: 128.4,
                detail_type: 'DepositLineDetail',
                deposit_account_id: '79',
                deposit_account_name: 'Sales of bread',
                description: 'Takings of the market stall',
                entity_ref: null,
                payment_method_ref: null,
                check_num: null,
                linked_txn: []
            }
        ]
    },
    create: {
        account_id: bank.value,
        txn_date: '2026-01-19',
        lines: [{ amount: 128.4, deposit_account_id: '79', description: 'Takings of the market stall' }]
    },
    update: { private_note: 'Counted twice' }
};

const Transfer: ModelExample<'Transfer'> = {
    record: {
        ...versionExample,
        id: '340',
        from_account_id: bank.value,
        from_account_name: bank.name,
        to_account_id: '36',
        to_account_name: 'Savings',
        amount: 2500,
        txn_date: '2026-01-20',
        private_note: null,
        exchange_rate: null
    },
    create: { from_account_id: bank.value, to_account_id: '36', amount: 2500, txn_date: '2026-01-20' },
    update: null
};

export const ledgerExamples = { Account, Deposit, Item, JournalEntry, Transfer };
