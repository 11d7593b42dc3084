import { addressExample, type ModelExample, refsExample, versionExample } from './unified-example.ts';

const { bank, customer } = refsExample;

const Customer: ModelExample<'Customer'> = {
    record: {
        ...versionExample,
        id: customer.value,
        given_name: 'Solène',
        middle_name: null,
        family_name: 'Garnier',
        display_name: customer.name,
        company_name: customer.name,
        fully_qualified_name: customer.name,
        title: null,
        suffix: null,
        active: true,
        balance_cents: 12_840,
        balance_with_jobs_cents: 12_840,
        taxable: true,
        primary_email: 'accounts@example.com',
        primary_phone: '+33 2 61 91 00 12',
        mobile: null,
        website: null,
        notes: null,
        bill_address: addressExample,
        ship_address: null,
        parent_ref: null,
        job: false,
        is_project: false,
        level: 0,
        payment_method_ref: null,
        sales_term_ref: { value: '3', name: 'Net 30' },
        preferred_delivery_method: 'Email'
    },
    create: {
        display_name: customer.name,
        given_name: 'Solène',
        family_name: 'Garnier',
        primary_email: 'accounts@example.com',
        bill_address: { line1: '12 Quai des Brumes', city: 'Nantes', postal_code: '44000', country: 'FR' }
    },
    update: { primary_email: 'billing@example.com' }
};

const soldItem = {
    id: '1',
    description: 'Sourdough bread, baked daily',
    qty: 20,
    unit_price_cents: 642,
    amount_cents: 12_840,
    item_id: '27',
    item_name: 'Sourdough, 1 kg',
    tax_code: null
};
const soldLine = {
    detail_type: 'SalesItemLineDetail',
    amount_cents: 12_840,
    quantity: 20,
    unit_price_cents: 642,
    sales_item_line_detail: { item_ref: { value: '27' } }
};
const document = {
    ...versionExample,
    txn_date: '2026-01-05',
    customer_id: customer.value,
    customer_name: customer.name,
    total_amt_cents: 12_840,
    bill_address: addressExample,
    ship_address: null,
    email: 'accounts@example.com',
    private_note: null,
    customer_memo: null,
    voided: false,
    items: [soldItem],
    other_lines: [{ detail_type: 'SubTotalLineDetail', amount_cents: 12_840 }],
    custom_field: [{ definition_id: '1', name: 'Crew #', type: 'StringType', string_value: '104' }],
    custom_fields: { crew: '104' }
};

const Invoice: ModelExample<'Invoice'> = {
    record: {
        ...document,
        id: '130',
        doc_number: 'INV-1042',
        balance_cents: 12_840,
        due_date: '2026-02-04',
        deposit_cents: 0,
        total_tax_cents: 0,
        email_status: 'NotSet',
        print_status: 'NotSet',
        sales_term_ref: { value: '3', name: 'Net 30' },
        linked_txn: [],
        exchange_rate: null
    },
    create: {
        customer_ref: { value: customer.value },
        due_date: '2026-02-04',
        line: [soldLine]
    },
    update: { due_date: '2026-02-18' },
    voided: { voided: true, balance_cents: 0, total_amt_cents: 0 }
};

const CreditMemo: ModelExample<'CreditMemo'> = {
    record: { ...document, id: '131', doc_number: 'CM-17', balance_cents: 12_840, remaining_credit: 128.4 },
    create: { customer_ref: { value: customer.value }, line: [soldLine], private_note: 'Delivered a day late' },
    update: { private_note: 'Delivered two days late' }
};

const Payment: ModelExample<'Payment'> = {
    record: {
        ...versionExample,
        id: '140',
        amount_cents: 12_840,
        unapplied_cents: 0,
        customer_id: customer.value,
        customer_name: customer.name,
        txn_date: '2026-01-19',
        payment_ref_num: 'TR-7781',
        payment_method_ref: null,
        deposit_to_account_ref: bank,
        private_note: null,
        exchange_rate: null,
        voided: false,
        lines: [{ amount_cents: 12_840, linked_txn: [{ txn_id: '130', txn_type: 'Invoice' }] }]
    },
    create: {
        total_amount_cents: 12_840,
        customer_ref: { value: customer.value },
        lines: [{ amount_cents: 12_840, linked_txn: [{ txn_id: '130', txn_type: 'Invoice' }] }]
    },
    update: { payment_ref_num: 'TR-7781' },
    voided: { voided: true, amount_cents: 0 }
};

export const salesExamples = { CreditMemo, Customer, Invoice, Payment };
