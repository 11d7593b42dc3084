import { type ModelExample, refsExample, versionExample } from './unified-example.ts';

const { bank, expense, flour, payable, vendor } = refsExample;

const Bill: ModelExample<'Bill'> = {
    record: {
        ...versionExample,
        id: '146',
        doc_number: 'MV-2291',
        vendor_id: vendor.value,
        vendor_name: vendor.name,
        ap_account_id: payable.value,
        ap_account_name: payable.name,
        txn_date: '2026-01-08',
        due_date: '2026-02-07',
        balance: 372.6,
        home_balance: null,
        total_amount: 372.6,
        exchange_rate: null,
        sales_term_id: '3',
        private_note: null,
        department_ref: null,
        linked_txn: [],
        lines: [
            {
                id: '1',
                line_num: 1,
                description: flour.name,
                detail_type: 'AccountBasedExpenseLineDetail',
                amount: 372.6,
                account_id: expense.value,
                account_name: expense.name,
                item_id: null,
                item_name: null,
                qty: null,
                unit_price: null,
                customer_id: null,
                class_id: null,
                tax_code: null,
                billable_status: 'NotBillable'
            }
        ]
    },
    create: {
        vendor_id: vendor.value,
        currency: 'EUR',
        txn_date: '2026-01-08',
        line: [{ amount: 372.6, account_id: expense.value, description: flour.name }]
    },
    update: { due_date: '2026-02-14' }
};

const BillPayment: ModelExample<'BillPayment'> = {
    record: {
        ...versionExample,
        id: '150',
        vendor_id: vendor.value,
        vendor_name: vendor.name,
        txn_date: '2026-01-19',
        total_amount: 372.6,
        private_note: null,
        doc_number: null,
        pay_type: 'Check',
        ap_account_id: payable.value,
        ap_account_name: payable.name,
        bank_account_id: bank.value,
        bank_account_name: bank.name,
        print_status: 'NotSet',
        credit_card_account_id: null,
        credit_card_account_name: null,
        exchange_rate: null,
        voided: false,
        lines: [
            {
                amount: 372.6,
                linked_txn: [{ txn_id: '146', txn_type: 'Bill' }],
                linkedTxn: [{ txn_id: '146', txn_type: 'Bill' }]
            }
        ]
    },
    create: {
        vendor_id: vendor.value,
        pay_type: 'Check',
        bank_account_id: bank.value,
        total_amount: 372.6,
        lines: [{ amount: 372.6, linked_txn: [{ txn_id: '146', txn_type: 'Bill' }] }]
    },
    update: null,
    voided: { voided: true, total_amount: 0 }
};

const Purchase: ModelExample<'Purchase'> = {
    record: {
        ...versionExample,
        id: '188',
        account_id: bank.value,
        account_name: bank.name,
        payment_type: 'Cash',
        entity_type: 'Vendor',
        entity_id: vendor.value,
        entity_name: vendor.name,
        credit: false,
        total_amount: 24.9,
        print_status: 'NotSet',
        doc_number: null,
        txn_date: '2026-01-14',
        exchange_rate: null,
        private_note: null,
        department_ref: null,
        lines: [
            {
                id: '1',
                description: 'Yeast',
                detail_type: 'AccountBasedExpenseLineDetail',
                amount: 24.9,
                account_id: expense.value,
                account_name: expense.name,
                billable_status: 'NotBillable',
                tax_code: null,
                item_id: null,
                item_name: null,
                qty: null,
                unit_price: null,
                customer_id: null
            }
        ]
    },
    create: {
        account_id: bank.value,
        payment_type: 'Cash',
        txn_date: '2026-01-14',
        lines: [{ amount: 24.9, account_id: expense.value, description: 'Yeast' }]
    },
    update: null
};

const PurchaseOrder: ModelExample<'PurchaseOrder'> = {
    record: {
        ...versionExample,
        id: '257',
        ap_account_ref: payable,
        vendor_ref: vendor,
        line: [
            {
                id: '1',
                amount_cents: 37_260,
                detail_type: 'ItemBasedExpenseLineDetail',
                item_based_expense_line_detail: {
                    item_ref: flour,
                    price_level_ref: null,
                    qty: 12,
                    unit_price_cents: 3105,
                    tax_inclusive_amt: null,
                    customer_ref: null,
                    class_ref: null,
                    tax_code_ref: null,
                    markup_info: null,
                    billable_status: 'NotBillable'
                },
                account_based_expense_line_detail: null,
                description: flour.name,
                line_num: 1,
                linked_txn: [],
                project_ref: null
            }
        ],
        currency_ref: { value: 'EUR', name: 'Euro' },
        global_tax_calculation: 'TaxExcluded',
        txn_date: '2026-01-20',
        custom_field: [],
        custom_fields: {},
        po_email: 'orders@example.com',
        class_ref: null,
        sales_term_ref: null,
        linked_txn: [],
        memo: 'Deliver before 6 in the morning',
        po_status: 'Open',
        transaction_location_type: null,
        due_date: null,
        doc_number: 'PO-88',
        private_note: null,
        ship_method_ref: null,
        txn_tax_detail: null,
        ship_to: null,
        exchange_rate: null,
        ship_addr: null,
        vendor_addr: null,
        email_status: 'NotSet',
        total_amt_cents: 37_260,
        recur_data_ref: null
    },
    create: {
        vendor_ref: { value: vendor.value },
        memo: 'Deliver before 6 in the morning',
        line: [
            {
                amount_cents: 37_260,
                detail_type: 'ItemBasedExpenseLineDetail',
                item_based_expense_line_detail: { item_ref: { value: flour.value }, qty: 12, unit_price_cents: 3105 }
            }
        ]
    },
    update: { po_status: 'Closed' }
};

export const purchaseExamples = { Bill, BillPayment, Purchase, PurchaseOrder };
